import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { Outline } from "../outline/outline.ts";

/**
 * Keeps the scroll position of a list of rows. Scrolls to the selected row when the selection changes. Keeps the
 * visible rows in place when rows are added.
 */
export function useRows(options: {
  readonly outline: Outline;
  readonly rows: Int32Array;
  readonly selected: number | null;
  readonly height: number;
  readonly isMeasured?: boolean | undefined;
  /** Whether the selected row is scrolled to the start of the list. Default: only into view. */
  readonly alignsStart?: boolean | undefined;
}) {
  const { outline, rows, selected, height, alignsStart = false } = options;
  const scroller = useRef<HTMLDivElement>(null);
  // Memoized, because a new function would make the virtualizer lay out all rows again.
  const keyOf = useCallback((at: number) => outline.idOf(rows[at] ?? 0), [outline, rows]);
  const estimateSize = useCallback(() => height, [height]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey: keyOf,
    overscan: options.isMeasured ? 4 : 6,
    useFlushSync: false,
  });
  const anchor = useRef<Anchor | null>(null);
  // Keeps the visible rows in place when rows above them change.
  useLayoutEffect(() => {
    const held = anchor.current;
    const element = scroller.current;
    const step = held && outline.indexOf(held.id);
    if (!element || held === null || step === undefined || step === null || element.scrollTop === 0) return;
    const start = virtualizer.measurementsCache[rows.indexOf(step)]?.start;
    if (start === undefined) return;
    const top = start + held.offset + scrolledSince(held, element);
    if (Math.abs(top - element.scrollTop) > 1) element.scrollTop = top;
  }, [outline, rows, virtualizer]);
  useEffect(() => {
    // Reading the offset from the element would force a layout, so this uses the virtualizer's cached offset.
    const top = virtualizer.scrollOffset ?? 0;
    const first = virtualizer.getVirtualItems().find(({ end }) => end > top);
    const id = first && rows[first.index] !== undefined ? outline.idOf(rows[first.index] ?? 0) : null;
    anchor.current = id === null || !first ? null : { id, offset: top - first.start, top };
  });

  const isKnown = rows.length > 0;
  const latestRows = useRef(rows);
  useLayoutEffect(() => {
    latestRows.current = rows;
  });
  // Scrolls to the selected row when the selection changes, and again when measured heights have moved the row. New
  // rows do not cause scrolling, because the visible rows must stay in place.
  const isFollowing = useFollowing(scroller, selected);
  const size = options.isMeasured ? virtualizer.getTotalSize() : 0;
  useEffect(() => {
    if (selected === null || !isKnown || !isFollowing.current) return;
    const at = latestRows.current.indexOf(selected);
    if (at === -1) return;
    const isTooHigh = (virtualizer.measurementsCache[at]?.size ?? 0) > (scroller.current?.clientHeight ?? 0);
    virtualizer.scrollToIndex(at, { align: isTooHigh || alignsStart ? "start" : "auto" });
  }, [selected, isKnown, size, virtualizer, isFollowing, alignsStart]);
  return { scroller, virtualizer };
}

const actions = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * Returns a ref that is true while a list should scroll by itself: after a change of `value`, until the user scrolls or
 * presses a key.
 */
export function useFollowing(scroller: RefObject<HTMLDivElement | null>, value: unknown): RefObject<boolean> {
  const isFollowing = useRef(false);
  useEffect(() => {
    isFollowing.current = true;
  }, [value]);
  useEffect(() => {
    const element = scroller.current;
    const stop = (): void => {
      isFollowing.current = false;
    };
    for (const action of actions) element?.addEventListener(action, stop, { passive: true });
    return () => {
      for (const action of actions) element?.removeEventListener(action, stop);
    };
  }, [scroller]);
  return isFollowing;
}

interface Anchor {
  readonly id: string;
  readonly offset: number;
  /** Scroll position of the list, in pixels. */
  readonly top: number;
}

/** Returns how far the user has scrolled since `anchor` was stored, in pixels. */
function scrolledSince({ top }: Anchor, { scrollTop, scrollHeight, clientHeight }: Element): number {
  // If the list is now too short for the stored position, the browser has moved the position to the list's end. This
  // does not count as scrolling by the user.
  return top > scrollHeight - clientHeight ? 0 : scrollTop - top;
}
