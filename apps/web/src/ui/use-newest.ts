import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the newest value of a part of the URL, such as the selected step. The page gets a changed URL with a
 * delay, so code that changes the URL also writes the ref. A key pressed during the delay then uses the newest value.
 */
export function useNewest<Value>(shown: Value): RefObject<Value> {
  const newest = useRef(shown);
  useLayoutEffect(() => {
    newest.current = shown;
  }, [shown]);
  return newest;
}
