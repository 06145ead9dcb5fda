import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

/**
 * Keeps the rows that are on the screen. The selected row is brought into view when it changes, and stays where it is when
 * rows are added.
 */
export function useRows(options: {
  readonly rows: Int32Array;
  readonly selected: number | null;
  readonly height: number;
  readonly keyOf: (step: number) => string;
  readonly isMeasured?: boolean | undefined;
}) {
  const { rows, selected, height, keyOf } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (at) => keyOf(rows[at] ?? 0),
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
