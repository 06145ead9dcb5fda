import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the newest value of a URL parameter, such as the selected step. `shown` changes only after the
 * navigation, so the next of several quick key presses would read an old value. Code that changes the URL must
 * therefore also write the new value to the ref.
 */
export function useNewest<Value>(shown: Value): RefObject<Value> {
  const newest = useRef(shown);
  useLayoutEffect(() => {
    newest.current = shown;
  }, [shown]);
  return newest;
}
