import { type Condition, readConditions } from "./filters/condition.ts";
import { type ThreadViewName, threadViews, wholeThread } from "../thread/thread-search.ts";

export const quickRanges = ["15m", "1h", "24h", "7d", "30d", "90d"] as const;

export type QuickRange = (typeof quickRanges)[number];

export interface LogSearch {
  readonly filters?: readonly Condition[] | undefined;
  readonly q?: string | undefined;
  /** Query; see docs/query-language.md. Absent if `q` is set. */
  readonly query?: string | undefined;
  /** Duration of a range that ends now. Takes precedence over `from` and `to`. */
  readonly range?: QuickRange | undefined;
  /** Time as ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Sort order, as `column:ASC` or `column:DESC`. Default: newest first. */
  readonly order?: string | undefined;
  /** Columns in order. Default: those that were chosen in this browser. */
  readonly columns?: readonly string[] | undefined;
  /** Whether new records appear as they arrive. */
  readonly live?: true | undefined;
  /** Whether the list of runs includes nested runs and runs of experiments. */
  readonly all?: true | undefined;
  /** Whether the list of runs includes runs of experiments. */
  readonly experiments?: true | undefined;
  /** Id of the record in the side panel. `currentStepId` and `view` apply to this record. */
  readonly peek?: string | undefined;
  readonly currentStepId?: string | undefined;
  readonly view?: ThreadViewName | undefined;
  /** Id of the saved view that was opened. The list may have been changed since. */
  readonly savedView?: string | undefined;
}

const minute = 60_000;
const lengths: Readonly<Record<QuickRange, number>> = {
  "15m": 15 * minute,
  "1h": 60 * minute,
  "24h": 1_440 * minute,
  "7d": 10_080 * minute,
  "30d": 43_200 * minute,
  "90d": 129_600 * minute,
};

export function rangeLength(range: QuickRange): number {
  return lengths[range];
}

/** Parses the search part of a URL. Malformed parameters are ignored. */
export function readLogSearch(search: Record<string, unknown>): LogSearch {
  const filters = readConditions(search["filters"]);
  const range = quickRanges.find((name) => name === search["range"]);
  const { columns } = search;
  return {
    ...(filters.length > 0 && { filters }),
    ...textOf(search, "q"),
    ...textOf(search, "query"),
    ...(range && { range }),
    ...timeOf(search, "from"),
    ...timeOf(search, "to"),
    ...(typeof search["order"] === "string" && /^\w+:(ASC|DESC)$/.test(search["order"]) && { order: search["order"] }),
    ...(Array.isArray(columns) && { columns: columns.filter((name): name is string => typeof name === "string") }),
    ...(search["live"] === true && { live: true as const }),
    ...(search["all"] === true && { all: true as const }),
    ...(search["experiments"] === true && { experiments: true as const }),
    ...readPeek(search),
    ...textOf(search, "savedView"),
  };
}

function readPeek(search: Record<string, unknown>): Pick<LogSearch, "peek" | "currentStepId" | "view"> {
  const peek = textOf(search, "peek");
  const view = threadViews.find((each) => each === search["view"]);
  if (peek.peek === undefined) return {};
  const step =
    search["currentStepId"] === wholeThread ? { currentStepId: wholeThread } : textOf(search, "currentStepId");
  return { ...peek, ...step, ...(view && { view }) };
}

function textOf<Name extends string>(search: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const value = search[name];
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value; // the router parses a URL's `42` as a number
  return typeof text === "string" && text !== "" ? ({ [name]: text } as { [Key in Name]?: string }) : {};
}

function timeOf<Name extends "from" | "to">(search: Record<string, unknown>, name: Name): { [Key in Name]?: string } {
  const value = search[name];
  const isTime = typeof value === "string" && !Number.isNaN(Date.parse(value));
  return isTime ? ({ [name]: value } as { [Key in Name]?: string }) : {};
}

/** Matches runs that are not inside another run. */
export const isRootRun: Condition = { field: "parentRunId", operator: "is", value: null };

/** Matches records outside of experiments. */
export const isNoExperiment: Condition = { field: "environment", operator: "neq", value: "experiment" };

/** Matches scores outside of experiments. Scores have no environment. */
export const ofNoExperiment: Condition = { field: "datasetExperimentItemId", operator: "is", value: null };

/** Time range of a list, as ISO 8601. An undefined start or end means that the range is unlimited on that side. */
export interface LogPeriod {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function periodOfList({ range, from, to }: LogSearch, now: number): LogPeriod {
  return range ? { from: new Date(now - rangeLength(range)).toISOString(), to: undefined } : { from, to };
}
