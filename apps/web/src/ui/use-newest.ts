import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref to the newest value of something that the page's address contains, such as the selected step. Write the
 * value to it when the address is changed, because the page only gets the new address a moment later. A key that is
 * pressed until then starts from the value in the ref.
 */
export function useNewest<Value>(shown: Value): RefObject<Value> {
  const newest = useRef(shown);
  useLayoutEffect(() => {
    newest.current = shown;
  }, [shown]);
  return newest;
}
