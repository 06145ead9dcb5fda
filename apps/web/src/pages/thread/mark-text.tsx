import { useEffect } from "react";
// oxlint-disable-next-line import/no-unassigned-import -- the style of the marks, which no class name refers to
import "./mark-text.css";

const highlightName = "thread-search";
/** Maximum number of marked matches. More would slow down the page. */
const maxMarks = 2_000;

/**
 * Marks a text wherever the thread shows it: in previews, messages, inputs and outputs. Uses a highlight of the
 * browser, because the text is in elements of many components. Browsers without highlights mark nothing.
 */
export function MarkText({ text }: { readonly text: string }) {
  useEffect(() => {
    if (!("highlights" in CSS)) return undefined;
    const highlight = new Highlight();
    CSS.highlights.set(highlightName, highlight);
    let frame: number | null = null;
    const mark = (): void => {
      frame = null;
      highlight.clear();
      for (const range of rangesOf(text)) highlight.add(range);
    };
    const schedule = (): void => {
      frame ??= requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(schedule);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    schedule();
    return () => {
      observer.disconnect();
      if (frame !== null) cancelAnimationFrame(frame);
      CSS.highlights.delete(highlightName);
    };
  }, [text]);
  return null;
}

function rangesOf(text: string): readonly Range[] {
  const pattern = new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), "giu");
  const ranges: Range[] = [];
  for (const place of document.querySelectorAll("[data-searched]")) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { index, 0: found } of node.nodeValue?.matchAll(pattern) ?? []) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + found.length);
        ranges.push(range);
        if (ranges.length === maxMarks) return ranges;
      }
    }
  }
  return ranges;
}
