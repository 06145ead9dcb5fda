import { useEffect } from "react";
import { visibleString } from "../messages/hidden-characters.ts";

/**
 * Sets the page title, without bidirectional control characters that would affect the browser's own text; null leaves
 * it to another part of the page.
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${visibleString(title)} · Threadline`;
  }, [title]);
}
