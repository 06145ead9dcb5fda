import { useContext, useEffect, useEffectEvent } from "react";
import { visibleString } from "../messages/hidden-characters.ts";
import { PageVisitContext } from "./page-visit.ts";

/**
 * Sets the title of the page. Bidirectional control characters are removed, because they would affect the browser's own
 * text. If the title is null, another part of the page sets it.
 */
export function usePageTitle(title: string | null): void {
  const noteVisit = useEffectEvent(useContext(PageVisitContext));
  useEffect(() => {
    if (title === null) return;
    document.title = `${visibleString(title)} · Threadline`;
    noteVisit(title);
  }, [title]);
}
