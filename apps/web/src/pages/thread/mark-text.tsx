import { useEffect } from "react";
// oxlint-disable-next-line import/no-unassigned-import -- the style of the marks, which no class name refers to
import "./mark-text.css";

const highlightName = "thread-search";
/** Maximum number of marked matches. More would slow down the page. */
const maxMarks = 2_000;
/** Minimum pause between two scans, in milliseconds. */
const pauseMs = 100;
/** Selector of the places where the text is marked. */
const places = "[data-searched]";

/**
 * Marks a text wherever the thread shows it: in previews, messages, inputs and outputs. Uses a highlight of the
 * browser, because the text is in elements of many components. Browsers without highlights mark nothing.
 */
export function MarkText({ text }: { readonly text: string }) {
  useEffect(() => {
    if (!("highlights" in CSS)) return undefined;
    const highlight = new Highlight();
    CSS.highlights.set(highlightName, highlight);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = (): void => {
      timer = undefined;
      highlight.clear();
      for (const range of rangesOf(text)) highlight.add(range);
    };
    const observer = new MutationObserver((changes) => {
      if (changes.some(isInPlace)) timer ??= setTimeout(mark, pauseMs);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      CSS.highlights.delete(highlightName);
    };
  }, [text]);
  return null;
}

/** Whether a change is inside a place, or adds one. */
function isInPlace({ target, addedNodes }: MutationRecord): boolean {
  const parent = target instanceof Element ? target : target.parentElement;
  const isPlace = (node: Node): boolean =>
    node instanceof Element && (node.matches(places) || node.querySelector(places) !== null);
  return parent?.closest(places) != null || [...addedNodes].some(isPlace);
}

function rangesOf(text: string): readonly Range[] {
  const pattern = new RegExp(text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), "giu");
  const ranges: Range[] = [];
  for (const place of document.querySelectorAll(places)) {
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
