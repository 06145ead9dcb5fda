import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the newest value of a URL parameter, such as the selected step. `shown` changes only after the
 * navigation. If the user presses several keys quickly, the next key press would still read the old value from it. So
 * code that changes the URL must also write the new value to the ref.
 */
export function useNewest<Value>(shown: Value): RefObject<Value> {
  const newest = useRef(shown);
  useLayoutEffect(() => {
    newest.current = shown;
  }, [shown]);
  return newest;
}
