import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the newest value of a URL parameter, such as the selected step. Code that changes the URL must also
 * write the ref, because `shown` changes only after the navigation. A quick second key press then uses the new value.
 */
export function useNewest<Value>(shown: Value): RefObject<Value> {
  const newest = useRef(shown);
  useLayoutEffect(() => {
    newest.current = shown;
  }, [shown]);
  return newest;
}
