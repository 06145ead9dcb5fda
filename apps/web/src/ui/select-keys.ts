import type { KeyboardEvent } from "react";

/** Whether a select handles the key: an up or down arrow, or a character that searches for an option. */
export function isOwnKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key === "ArrowDown" || key === "ArrowUp" || (key.length === 1 && !ctrlKey && !metaKey && !altKey);
}

/**
 * Stops the propagation of keys that a select handles, so that they do not trigger shortcuts of the table or page
 * around the select.
 */
export function keepOwnKeys(event: KeyboardEvent): void {
  if (isOwnKey(event)) event.stopPropagation();
}
