import { useEffect } from "react";
import { visibleString } from "../messages/hidden-characters.ts";

/** The title of the page in the browser, with nothing in it that turns around what the browser writes beside it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${visibleString(title)} · Threadline`;
  }, [title]);
}
