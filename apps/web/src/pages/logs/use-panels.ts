import { useState } from "react";
import { useMedia } from "../../ui/use-media.ts";
import { useStoredState } from "../../ui/use-stored-state.ts";

export interface Panels {
  readonly facets: boolean;
  readonly statistics: boolean;
  readonly histogram: boolean;
}

/**
 * Returns which panels of the log page are open, and a function to change this. While a record is open beside the list,
 * a narrow window has no space for the facets, so they are closed until the user opens them again.
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
