import type { FocusEvent, KeyboardEvent } from "react";

/** Handles keys in a JSON tree: moves the focus between lines, and expands and collapses them. */
export function moveInJson(event: KeyboardEvent<HTMLElement>): void {
  const tree = event.currentTarget;
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return;
  if (!target.matches("[data-node]")) return;
  const lines = [...tree.querySelectorAll<HTMLElement>("[data-node]")];
  const at = lines.indexOf(target);
  const expanded = target.getAttribute("aria-expanded");
  if (key === "ArrowDown") lines[at + 1]?.focus();
  else if (key === "ArrowUp") lines[at - 1]?.focus();
  else if (key === "Home") lines[0]?.focus();
  else if (key === "End") lines.at(-1)?.focus();
  else if (key === "ArrowRight" && expanded === "false") target.click();
  else if (key === "ArrowLeft" && expanded === "true") target.click();
  else if (key !== "ArrowRight" && key !== "ArrowLeft") return;
  // Stops the event. Otherwise, the page would handle the same key and select another step of the thread.
  event.preventDefault();
  event.stopPropagation();
}

/** Makes the focused line the tree's only tab stop. */
export function keepTabStop(event: FocusEvent<HTMLElement>): void {
  if (!event.target.matches("[data-node]")) return;
  for (const line of event.currentTarget.querySelectorAll<HTMLElement>('[data-node][tabindex="0"]')) line.tabIndex = -1;
  event.target.tabIndex = 0;
}
