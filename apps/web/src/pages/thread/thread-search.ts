export const threadViews = ["chat", "tree", "waterfall", "transcript", "graph"] as const;

export type ThreadViewName = (typeof threadViews)[number];

export interface ThreadSearch {
  readonly currentStepId?: string | undefined;
  readonly view?: ThreadViewName | undefined;
  /** Types of the steps in the tree and waterfall, comma-separated; default: all. */
  readonly types?: string | undefined;
  readonly q?: string | undefined;
}

export function readThreadSearch(search: Readonly<Record<string, unknown>>): ThreadSearch {
  const view = threadViews.find((each) => each === search["view"]);
  // The router parses an id that looks like a number as a number.
  const { currentStepId: stepId, q, types } = search;
  return {
    ...((typeof stepId === "string" || typeof stepId === "number") && { currentStepId: String(stepId) }),
    ...(view && { view }),
    ...(typeof types === "string" && types !== "" && { types }),
    ...((typeof q === "string" || typeof q === "number" || typeof q === "boolean") && q !== "" && { q: String(q) }),
  };
}
