import { type QuickRange, quickRanges, rangeLength } from "../logs/log-search.ts";

export interface DashboardSearch {
  /** A period that ends now. Without it and explicit times, the default is the range of the project's records ({@link rangeFor}). */
  readonly range?: QuickRange | undefined;
  /** ISO-8601; both or none. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Absent: all but experiments. */
  readonly environment?: string | undefined;
  /** Whether to include experiments when no environment is selected. */
  readonly experiments?: true | undefined;
  /** Only records with one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** Parses the search part of a URL; malformed parameters are ignored. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const range = quickRanges.find((name) => name === search["range"]);
  const { from, to, environment } = search;
  const tags = readTags(search["tags"]);
  const hasTimes = isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to);
  return {
    ...(range ? { range } : hasTimes && { from, to }),
    ...(typeof environment === "string" && environment !== "" && { environment }),
    ...(search["experiments"] === true && { experiments: true as const }),
    ...(tags.length > 0 && { tags }),
  };
}

function readTags(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((tag): tag is string => typeof tag === "string" && tag !== ""))];
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

/** Time range in epoch milliseconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Default period of an older project. */
const usualRange: QuickRange = "7d";

/**
 * The default range of a project: for one younger than a week, the shortest range that contains all of it. `oldest`:
 * creation time of its first record, as ISO-8601; null without records.
 */
export function rangeFor(oldest: string | null, now: number): QuickRange {
  if (oldest === null) return usualRange;
  const age = now - Date.parse(oldest);
  const shorter = quickRanges.slice(0, quickRanges.indexOf(usualRange));
  return shorter.find((range) => age < rangeLength(range)) ?? usualRange;
}

/** Selected period, otherwise `range`. */
export function periodOf(search: DashboardSearch, now: number, range: QuickRange = usualRange): Period {
  if (search.from !== undefined && search.to !== undefined) {
    return { from: Date.parse(search.from), to: Date.parse(search.to) };
  }
  return { from: now - rangeLength(search.range ?? range), to: now };
}

/** Previous period of the same length. */
export function periodBefore({ from, to }: Period): Period {
  return { from: from - (to - from), to: from };
}

/** Minimum period for zooming by drag, in milliseconds: five of the shortest buckets, which are a minute long. */
const minZoom = 5 * 60_000;

/** Converts a drag to a period of whole minutes; null if it is too short. */
export function zoomPeriod({ from, to }: Period): Period | null {
  const minute = 60_000;
  const whole = { from: Math.floor(from / minute) * minute, to: Math.ceil(to / minute) * minute };
  return whole.to - whole.from < minZoom ? null : whole;
}
