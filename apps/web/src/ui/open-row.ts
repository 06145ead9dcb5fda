import type { MouseEvent } from "react";

/** Opens the clicked row, like its only link or button marked `data-row="open"`; text can still be selected. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest("a, button, input, textarea, label, summary")) return;
  const openers = target.closest("tbody tr")?.querySelectorAll<HTMLElement>('[data-row="open"]');
  if (openers?.length !== 1 || getSelection()?.isCollapsed === false) return;
  openers[0]?.click();
}
