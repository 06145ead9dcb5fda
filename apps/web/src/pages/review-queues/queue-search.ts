export const queueTabs = ["items", "settings"] as const;

export interface QueueSearch {
  /** Default: the items tab. */
  readonly tab?: (typeof queueTabs)[number];
}

export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  return search["tab"] === "settings" ? { tab: "settings" } : {};
}
