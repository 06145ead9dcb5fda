import type { MouseEvent } from "react";

/**
 * Click handler of a table row: opens the row by clicking its only element with `data-row="open"`. Clicks on other
 * controls and selections of text have no effect.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("a, button, input, textarea, label, summary")) return;
  const openers = target.closest("tbody tr")?.querySelectorAll<HTMLElement>('[data-row="open"]');
  if (openers?.length !== 1 || getSelection()?.isCollapsed === false) return;
  openers[0]?.click();
}
