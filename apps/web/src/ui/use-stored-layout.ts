import type { Layout, LayoutChangedMeta } from "react-resizable-panels";
import { useStoredState } from "./use-stored-state.ts";

/**
 * Returns properties for a group of resizable panels. Their sizes, in percent by panel id, are stored in the browser.
 */
export function useStoredLayout(name: string, panels: readonly string[]) {
  const [layout, remember] = useStoredState(name, (stored) => readLayout(stored, panels));
  return {
    ...(layout && { defaultLayout: layout }),
    onLayoutChanged(next: Layout, { isUserInteraction }: LayoutChangedMeta): void {
      const known = isUserInteraction ? readLayout(next, panels) : undefined;
      if (known !== undefined) remember(known);
    },
  };
}

function readLayout(stored: unknown, panels: readonly string[]): Layout | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const sizes = new Map<string, unknown>(Object.entries(stored));
  const layout: Record<string, number> = {};
  for (const panel of panels) {
    const size = sizes.get(panel);
    if (typeof size !== "number" || !(size > 0 && size < 100)) return undefined;
    layout[panel] = size;
  }
  return layout;
}
