import { useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useRef } from "react";
import type { Outline } from "../outline/outline.ts";

/**
 * Keeps the rows that are on the screen. The selected row is brought into view when it changes, and stays where it is when
 * rows are added.
 */
export function useRows(options: {
  readonly outline: Outline;
  readonly rows: Int32Array;
  readonly selected: number | null;
  readonly height: number;
  readonly isMeasured?: boolean | undefined;
}) {
  const { outline, rows, selected, height } = options;
  const scroller = useRef<HTMLDivElement>(null);
  // A new function would make the virtualiser lay out every row anew.
  const keyOf = useCallback((at: number) => outline.idOf(rows[at] ?? 0), [outline, rows]);
  const estimateSize = useCallback(() => height, [height]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey: keyOf,
    overscan: options.isMeasured ? 4 : 12,
    useFlushSync: false,
  });
  const isKnown = rows.length > 0;
  useEffect(() => {
    if (selected === null || !isKnown) return;
    const at = rows.indexOf(selected);
    if (at !== -1) virtualizer.scrollToIndex(at, { align: "auto" });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- rows that come or go must not move what the reader sees
  }, [selected, isKnown, virtualizer]);
  return { scroller, virtualizer };
}
