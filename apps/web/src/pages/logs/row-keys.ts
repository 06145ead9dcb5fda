import type { KeyboardEvent } from "react";

export interface KeyActions {
  readonly move: (offset: number, extend: boolean) => void;
  readonly home: () => void;
  readonly end: () => void;
  readonly open: () => void;
  readonly toggle: () => void;
  readonly clear: () => void;
}

/** Handles a key that was pressed on a row. Returns false if the key has no action here. */
export function actOnKey(event: KeyboardEvent, actions: KeyActions): boolean {
  switch (event.key) {
    case "ArrowDown":
      actions.move(1, event.shiftKey);
      return true;
    case "ArrowUp":
      actions.move(-1, event.shiftKey);
      return true;
    case "PageDown":
      actions.move(15, event.shiftKey);
      return true;
    case "PageUp":
      actions.move(-15, event.shiftKey);
      return true;
    case "Home":
      actions.home();
      return true;
    case "End":
      actions.end();
      return true;
    case "Enter":
      actions.open();
      return true;
    case " ":
    case "x":
      actions.toggle();
      return true;
    case "Escape":
      actions.clear();
      return true;
    default:
      return false;
  }
}
