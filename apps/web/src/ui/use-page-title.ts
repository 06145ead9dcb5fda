import { useEffect } from "react";
import { visibleString } from "../messages/hidden-characters.ts";

/**
 * Sets the title of the page. Bidirectional control characters are removed, because they would affect the browser's own
 * text. If the title is null, another part of the page sets it.
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${visibleString(title)} · Threadline`;
  }, [title]);
}
