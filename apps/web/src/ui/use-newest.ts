import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the newest value of a part of the URL, such as the selected step. The page receives a changed URL
 * with a delay, so whatever changes the URL also writes the value to the ref. A key press during the delay then starts
 * from the new value.
 */
export function useNewest<Value>(shown: Value): RefObject<Value> {
  const newest = useRef(shown);
  useLayoutEffect(() => {
    newest.current = shown;
  }, [shown]);
  return newest;
}
