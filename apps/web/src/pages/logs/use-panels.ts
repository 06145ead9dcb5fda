import { useState } from "react";
import { useMedia } from "../../ui/use-media.ts";
import { useStoredState } from "../../ui/use-stored-state.ts";

export interface Panels {
  readonly facets: boolean;
  readonly statistics: boolean;
  readonly histogram: boolean;
}

const none: Panels = { facets: false, statistics: false, histogram: false };

/**
 * Returns which panels of the log page are open, and a function that opens and closes panels. Panels for which the
 * window has too little space are closed until the user opens them.
 */
export function usePanels(isPeeking: boolean): readonly [Panels, (panels: Panels) => void] {
  const [panels, store] = useStoredState("log.panels", readPanels);
  const isNarrow = useMedia("(width < 60rem)");
  const isTight = useMedia("(width < 110rem)") && isPeeking;
  /** Panels that the user opened although the window has little space. This is not stored in the browser. */
  const [opened, setOpened] = useState(none);
  if (!isNarrow && !isTight && opened !== none) setOpened(none);
  return isNarrow || isTight ? [opened, setOpened] : [panels, store];
}

function readPanels(stored: unknown): Panels {
  const isWide = window.innerWidth >= 1100;
  // If there is a stored value, this page has stored it, and it is an object.
  const {
    facets = isWide,
    statistics = isWide,
    histogram = isWide,
  } = (stored ?? {}) as Partial<Record<keyof Panels, unknown>>;
  return { facets: facets === true, statistics: statistics === true, histogram: histogram === true };
}
