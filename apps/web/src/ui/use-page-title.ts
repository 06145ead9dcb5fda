import { useContext, useEffect, useEffectEvent } from "react";
import { visibleString } from "../messages/hidden-characters.ts";
import { PageVisitContext } from "./page-visit.ts";

/**
 * Sets the browser's title; null leaves this to another component. Bidirectional control characters are removed,
 * because they would affect the browser's own text.
 */
export function usePageTitle(title: string | null): void {
  const noteVisit = useEffectEvent(useContext(PageVisitContext));
  useEffect(() => {
    if (title === null) return;
    document.title = `${visibleString(title)} · Threadline`;
    noteVisit(title);
  }, [title]);
}
