import { useContext, useEffect, useEffectEvent } from "react";
import { visibleString } from "../messages/hidden-characters.ts";
import { PageVisitContext } from "./page-visit.ts";

/**
 * Sets the browser's title. Null leaves the title unchanged. Invisible characters are replaced by labels, because some
 * of them, such as U+202E, would also reverse the text that the browser shows after the title.
 */
export function usePageTitle(title: string | null): void {
  const noteVisit = useEffectEvent(useContext(PageVisitContext));
  useEffect(() => {
    if (title === null) return;
    document.title = `${visibleString(title)} · Threadline`;
    noteVisit(title);
  }, [title]);
}
