import { useEffect } from "react";
import { visibleString } from "../messages/hidden-characters.ts";

/** Sets the page title, without bidirectional control characters that would affect the browser's own text. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${visibleString(title)} · Threadline`;
  }, [title]);
}
