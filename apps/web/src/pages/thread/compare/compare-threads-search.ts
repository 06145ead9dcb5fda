import { type DiffLayout, diffLayouts, type Part, parts } from "../actions/comparable-part.ts";

export interface CompareThreadsSearch {
  readonly before?: string;
  readonly after?: string;
  /** Id of a step in either thread. Selects the pair that contains it. */
  readonly step?: string;
  readonly part?: Part;
  readonly layout?: DiffLayout;
  /** Whether to hide pairs of equal steps. */
  readonly changed?: true;
}

export function readCompareThreadsSearch(search: Record<string, unknown>): CompareThreadsSearch {
  // The router parses an id such as `42` as a number.
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
