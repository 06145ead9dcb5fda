import type { KeyboardEvent } from "react";

/** Whether a select handles the key: an arrow up or down, or a character that searches the options. */
export function isOwnKey(event: KeyboardEvent): boolean {
  const { key } = event;
  return key === "ArrowDown" || key === "ArrowUp" || key === " " || typedIn(event) !== "";
}

/** Returns the character that a key adds to the search of a select; an empty text for other keys. */
export function typedIn({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  return key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey ? key : "";
}

/** Keeps a select's keys from triggering shortcuts of the table or page around it. */
export function keepOwnKeys(event: KeyboardEvent): void {
  if (isOwnKey(event)) event.stopPropagation();
}
