import type { MouseEvent } from "react";

/**
 * Click handler of table rows. Clicks the row's only element with `data-row="open"`, unless the user clicked another
 * control or selected text.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("a, button, input, textarea, label, summary")) return;
  const openers = target.closest("tbody tr")?.querySelectorAll<HTMLElement>('[data-row="open"]');
  if (openers?.length !== 1 || getSelection()?.isCollapsed === false) return;
  openers[0]?.click();
}
