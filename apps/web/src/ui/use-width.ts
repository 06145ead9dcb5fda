import { useCallback, useState } from "react";

/**
 * Returns the width of an element in whole pixels, and the `ref` for it. Returns the window's width until the element
 * is measured.
 */
export function useWidth(): readonly [width: number, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(() => window.innerWidth);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}
