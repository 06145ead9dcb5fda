import { useState } from "react";
import { useMedia } from "../../ui/use-media.ts";
import { useStoredState } from "../../ui/use-stored-state.ts";

export interface Panels {
  readonly facets: boolean;
  readonly statistics: boolean;
  readonly histogram: boolean;
}

/**
 * Returns the open panels of the log, and a function to open and close them. Opening a record beside the list closes
 * the facets, unless the window is wide or the user reopens them.
 */
export function usePanels(isPeeking: boolean): readonly [Panels, (panels: Panels) => void] {
  const [panels, store] = useStoredState("log.panels", readPanels);
  const isTight = useMedia("(width < 110rem)") && isPeeking;
  const [facetsBeside, setFacetsBeside] = useState(false);
  if (!isPeeking && facetsBeside) setFacetsBeside(false);
  return [
    isTight ? { ...panels, facets: facetsBeside } : panels,
    (next) => {
      if (isTight) setFacetsBeside(next.facets);
      store(isTight ? { ...next, facets: panels.facets } : next);
    },
  ];
}

function readPanels(stored: unknown): Panels {
  const isWide = window.innerWidth >= 1100;
  const {
    facets = isWide,
    statistics = isWide,
    histogram = isWide,
  } = (stored ?? {}) as Partial<Record<keyof Panels, unknown>>; // the page stored an object
  return { facets: facets === true, statistics: statistics === true, histogram: histogram === true };
}
