export interface ExperimentsSearch {
  readonly dataset?: string;
  readonly search?: string;
  /** Key of the column to sort by, such as `-score:exact`. The prefix `-` sorts in descending order. */
  readonly sort?: string;
}

export function readExperimentsSearch(search: Record<string, unknown>): ExperimentsSearch {
  const { dataset, search: name, sort } = search;
  return {
    ...(typeof dataset === "string" && dataset !== "" && { dataset }),
    ...(typeof name === "string" && name !== "" && { search: name }),
    ...(typeof sort === "string" && sort !== "" && { sort }),
  };
}

export const displays = ["full", "compact", "diff"] as const;

/** Display mode of outputs: complete, shortened, or as a difference from the baseline. */
export type Display = (typeof displays)[number];

export interface CompareSearch {
  /** Ids of the experiments, comma-separated, in column order. */
  readonly ids?: string;
  /** Id of the baseline. Default: the first experiment. */
  readonly baseline?: string;
  readonly display?: Display;
  /** Whether only rows are shown in which an experiment is worse than the baseline. */
  readonly regressions?: true;
  /** Whether only rows are shown in which an experiment is better than the baseline. */
  readonly improvements?: true;
  /** Name of the only score that counts for improvements and regressions. By default, all scores count. */
  readonly score?: string;
  /** Id of the experiment item whose row is scrolled into view. */
  readonly item?: string;
  readonly row?: string;
  /** Whether only failed items of a single experiment are shown. */
  readonly failed?: true;
  /** Start of the bin of {@link score} whose items are shown. Only for a single experiment. */
  readonly bin?: number | undefined;
  /** Text that the input, an output or the expected output contains. */
  readonly search?: string;
  /** Key of the column to sort by, such as `score:exact`. For several experiments, `change`: regressions first. */
  readonly sort?: string;
}

/** Part of the search to change. Undefined and empty values are removed from the URL. */
export type ChangedSearch = { readonly [Key in keyof CompareSearch]?: CompareSearch[Key] | undefined };

export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const text = (name: string): string | undefined => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const isSet = (name: string): boolean => search[name] === true || search[name] === "true";
  const [ids, baseline, score, item, row, words, sort] = [
    "ids",
    "baseline",
    "score",
    "item",
    "row",
    "search",
    "sort",
  ].map(text);
  const bin = Number.parseFloat(String(search["bin"]));
  const display = displays.find((name) => name === search["display"]);
  return {
    ...(ids !== undefined && { ids }),
    ...(baseline !== undefined && { baseline }),
    ...(display !== undefined && { display }),
    ...(score !== undefined && { score }),
    ...(item !== undefined && { item }),
    ...(row !== undefined && { row }),
    ...(isSet("regressions") ? { regressions: true } : isSet("improvements") && { improvements: true }),
    ...(isSet("failed") && { failed: true }),
    // `bin` is set even if it is undefined, so that an invalid text is removed from the URL.
    bin: Number.isNaN(bin) ? undefined : bin,
    ...(words !== undefined && { search: words }),
    ...(sort !== undefined && { sort }),
  };
}

/** Maximum number of compared experiments. */
export const maxCompared = 10;

export function comparedIds({ ids = "" }: CompareSearch): string[] {
  return [...new Set(ids.split(",").filter((id) => id !== ""))].slice(0, maxCompared);
}
