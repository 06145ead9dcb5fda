import type { KeyboardEvent } from "react";

/** Whether a select handles the key: an arrow up or down, or a character that searches the options. */
export function isOwnKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === "ArrowDown" || key === "ArrowUp" || (key.length === 1 && !ctrlKey && !metaKey && !altKey);
}

/** Keeps a select's keys from triggering shortcuts of the table or page around it. */
export function keepOwnKeys(event: KeyboardEvent): void {
  if (isOwnKey(event)) event.stopPropagation();
}
