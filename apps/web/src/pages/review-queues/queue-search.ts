export const queueTabs = ["items", "settings"] as const;

export const itemStates = ["WAITING", "DONE", "SKIPPED", "FLAGGED"] as const;

export interface QueueSearch {
  /** Default: the items tab. */
  readonly tab?: (typeof queueTabs)[number];
  /** Default: items in every state. */
  readonly state?: (typeof itemStates)[number];
  /** Text that the records of the listed items contain. */
  readonly search?: string;
}

export function readQueueSearch(given: Record<string, unknown>): QueueSearch {
  const { tab, search } = given;
  const state = itemStates.find((each) => each === given["state"]);
  return {
    ...(tab === "settings" && { tab }),
    ...(state && { state }),
    ...(typeof search === "string" && search !== "" && { search }),
  };
}
