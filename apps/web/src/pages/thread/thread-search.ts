export const threadViews = ["chat", "tree", "waterfall", "transcript", "graph"] as const;

export type ThreadViewName = (typeof threadViews)[number];

/** Value of `currentStepId` that selects the thread as a whole, even if one of its steps failed. */
export const wholeThread = "";

export interface ThreadSearch {
  /** Id of the selected step, or {@link wholeThread}. Default: the step that explains a failure, if any. */
  readonly currentStepId?: string | undefined;
  readonly view?: ThreadViewName | undefined;
  /** Types of steps that the tree and the waterfall show, comma-separated. Default: all. */
  readonly types?: string | undefined;
  readonly q?: string | undefined;
  /** Number of the message that the playback shows, from 1. Absent without playback. */
  readonly play?: number | undefined;
}

export function readThreadSearch(search: Readonly<Record<string, unknown>>): ThreadSearch {
  const view = threadViews.find((each) => each === search["view"]);
  // The router parses an id such as `42` as a number.
  const { currentStepId: stepId, q, types, play } = search;
  return {
    ...((typeof stepId === "string" || typeof stepId === "number") && { currentStepId: String(stepId) }),
    ...(view && { view }),
    ...(typeof types === "string" && types !== "" && { types }),
    ...((typeof q === "string" || typeof q === "number" || typeof q === "boolean") && q !== "" && { q: String(q) }),
    ...(Number.isSafeInteger(Number(play)) && Number(play) > 0 && { play: Number(play) }),
  };
}
