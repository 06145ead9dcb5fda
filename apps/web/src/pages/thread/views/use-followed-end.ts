import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect } from "react";
import { useFollowing } from "./use-rows.ts";

/**
 * Scrolls to the last row of a list when `followed` changes, and again whenever the list gets higher, until the user
 * scrolls or presses a key. If the last row is higher than the visible part of the list, scrolls to the start of the
 * row.
 */
export function useFollowedEnd({
  scroller,
  virtualizer,
  followed,
}: {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** Undefined disables scrolling. */
  readonly followed: number | undefined;
}): void {
  const isFollowing = useFollowing(scroller, followed);
  const size = virtualizer.getTotalSize();
  useEffect(() => {
    const last = virtualizer.options.count - 1;
    if (followed === undefined || !isFollowing.current || last < 0) return;
    const isTooHigh = (virtualizer.measurementsCache[last]?.size ?? 0) > (scroller.current?.clientHeight ?? 0);
    virtualizer.scrollToIndex(last, { align: isTooHigh ? "start" : "end" });
  }, [followed, size, scroller, virtualizer, isFollowing]);
}
