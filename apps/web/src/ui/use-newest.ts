import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the newest value of a URL parameter, such as the selected step, for quick key presses. `shown`
 * changes only after the navigation, so code that changes the URL must also write the ref.
 */
export function useNewest<Value>(shown: Value): RefObject<Value> {
  const newest = useRef(shown);
  useLayoutEffect(() => {
    newest.current = shown;
  }, [shown]);
  return newest;
}
