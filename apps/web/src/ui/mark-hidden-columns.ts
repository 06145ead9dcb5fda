/**
 * Ref of a frame that scrolls. While columns are hidden beyond an edge of the frame, sets `data-hidden-before` or
 * `data-hidden-after`, so that the frame can shade this edge. The shade shows that there are more columns, because on
 * many systems, scrollbars are invisible until the user scrolls.
 */
export function markHiddenColumns(frame: HTMLElement | null): (() => void) | undefined {
  if (frame === null) return undefined;
  const mark = (): void => {
    // Negative in right-to-left text.
    const before = Math.abs(frame.scrollLeft);
    frame.toggleAttribute("data-hidden-before", before > 1);
    frame.toggleAttribute("data-hidden-after", frame.scrollWidth - frame.clientWidth - before > 1);
  };
  const observer = new ResizeObserver(mark);
  observer.observe(frame);
  for (const child of frame.children) observer.observe(child);
  frame.addEventListener("scroll", mark, { passive: true });
  return () => {
    observer.disconnect();
    frame.removeEventListener("scroll", mark);
  };
}
