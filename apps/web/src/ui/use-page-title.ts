import { useContext, useEffect, useEffectEvent } from "react";
import { visibleString } from "../messages/hidden-characters.ts";
import { PageVisitContext } from "./page-visit.ts";

/**
 * Sets the browser's title. Null leaves the title unchanged. Invisible characters become labels, because they could
 * change the text of the browser around the title.
 */
export function usePageTitle(title: string | null): void {
  const noteVisit = useEffectEvent(useContext(PageVisitContext));
  useEffect(() => {
    if (title === null) return;
    document.title = `${visibleString(title)} · Threadline`;
    noteVisit(title);
  }, [title]);
}
