import { type DiffLayout, diffLayouts, type Part, parts } from "../actions/comparable-part.ts";

/** Search parameters of the comparison of two threads. */
export interface CompareThreadsSearch {
  /** Id of the first thread. */
  readonly before?: string;
  readonly after?: string;
  /** Id of a step of either thread. The pair that contains the step is selected. */
  readonly step?: string;
  readonly part?: Part;
  readonly layout?: DiffLayout;
  /** Whether pairs of equal steps are hidden. */
  readonly changed?: true;
}

export function readCompareThreadsSearch(search: Record<string, unknown>): CompareThreadsSearch {
  // The router parses an id that looks like a number as a number, so it is converted back.
  const id = (name: "before" | "after" | "step"): string | undefined => {
    const value = search[name];
    return (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : undefined;
  };
  const [before, after, step] = [id("before"), id("after"), id("step")];
  const part = parts.find((name) => name === search["part"]);
  const layout = diffLayouts.find((name) => name === search["layout"]);
  return {
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...(step !== undefined && { step }),
    ...(part && { part }),
    ...(layout && { layout }),
    ...((search["changed"] === true || search["changed"] === "true") && { changed: true }),
  };
}
