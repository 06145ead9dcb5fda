import type { RefObject } from "react";
import { useShortcuts } from "../../ui/use-shortcuts.ts";
import { takesKeys } from "./takes-keys.ts";

/** Share of the visible height by which a key scrolls, so that the last lines stay visible. */
const page = 0.85;

/** Scrolls the record with Page Up and Page Down wherever the focus is, so that the hands stay on the keyboard. */
export function useScrollKeys(record: RefObject<HTMLElement | null>): void {
  useShortcuts(
    ["PageDown", "PageUp"],
    (event) => {
      // A part of the record with the focus scrolls by itself.
      const isInRecord = event.target instanceof Node && record.current?.contains(event.target);
      const part = takesKeys(event) && !isInRecord ? scrollingPart(record.current) : undefined;
      if (part === undefined) return;
      event.preventDefault();
      part.scrollBy({ top: part.clientHeight * page * (event.key === "PageDown" ? 1 : -1) });
    },
    { useKey: true, enableOnFormTags: true },
  );
}

/** Returns the tallest part that scrolls vertically. */
function scrollingPart(record: HTMLElement | null): HTMLElement | undefined {
  return [...(record?.querySelectorAll<HTMLElement>("*") ?? [])]
    .filter((part) => part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY))
    .toSorted((one, other) => other.clientHeight - one.clientHeight)[0];
}
