export const threadViews = ["chat", "tree", "waterfall", "transcript", "graph"] as const;

export type ThreadViewName = (typeof threadViews)[number];

export interface ThreadSearch {
  readonly currentStepId?: string | undefined;
  readonly view?: ThreadViewName | undefined;
  /** Types of the steps that the tree and the waterfall show, comma-separated. Default: all. */
  readonly types?: string | undefined;
  readonly q?: string | undefined;
  /** Number of the message that the playback shows, starting at 1. Absent if no playback is active. */
  readonly play?: number | undefined;
}

export function readThreadSearch(search: Readonly<Record<string, unknown>>): ThreadSearch {
  const view = threadViews.find((each) => each === search["view"]);
  // The router parses an id that looks like a number as a number, so it is converted back.
  const { currentStepId: stepId, q, types, play } = search;
  return {
    ...((typeof stepId === "string" || typeof stepId === "number") && { currentStepId: String(stepId) }),
    ...(view && { view }),
    ...(typeof types === "string" && types !== "" && { types }),
    ...((typeof q === "string" || typeof q === "number" || typeof q === "boolean") && q !== "" && { q: String(q) }),
    ...(Number.isSafeInteger(Number(play)) && Number(play) > 0 && { play: Number(play) }),
  };
}
