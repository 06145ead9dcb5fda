import { type QuickRange, quickRanges, rangeLength } from "../logs/log-search.ts";

export interface DashboardSearch {
  /** Length of a period that ends now. Without it and without explicit times, {@link rangeFor} chooses the range. */
  readonly range?: QuickRange | undefined;
  /** Start of the selected period, as ISO 8601. Only used together with `to`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /**
   * Name of a release or prompt version that was introduced at the time `from`. If set, the dashboard compares the
   * figures before and after that time.
   */
  readonly mark?: string | undefined;
  /**
   * Name of the root runs that are compared before and after `mark`. Default: the name of the agent that `mark` belongs
   * to. If `mark` belongs to several agents, all root runs are compared.
   */
  readonly agent?: string | undefined;
  /** Compares all root runs before and after `mark`. */
  readonly allAgents?: true | undefined;
  /** Shows one environment. Absent: all except `experiment`. */
  readonly environment?: string | undefined;
  /** Includes experiments when no environment is selected. */
  readonly experiments?: true | undefined;
  /** Includes only records with one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** Parses the search part of a URL. Malformed parameters are ignored. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const range = quickRanges.find((name) => name === search["range"]);
  const { from, to } = search;
  const [environment, mark, agent] = [search["environment"], search["mark"], search["agent"]].map(readName);
  const tags = readTags(search["tags"]);
  const ofAgent = agent === undefined ? search["allAgents"] === true && { allAgents: true as const } : { agent };
  const hasTimes = isTime(from) && isTime(to) && Date.parse(from) < Date.parse(to);
  return {
    ...(range ? { range } : hasTimes && { from, to, ...(mark !== undefined && { mark, ...ofAgent }) }),
    ...(environment !== undefined && { environment }),
    ...(search["experiments"] === true && { experiments: true as const }),
    ...(tags.length > 0 && { tags }),
  };
}

function readName(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
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

/** Default range of a project that is at least a week old. */
const usualRange: QuickRange = "7d";

/**
 * Returns the default range. A project that is younger than a week gets the shortest range that contains all its
 * records. `oldest` is the creation time of its first record, as ISO 8601; null if it has none.
 */
export function rangeFor(oldest: string | null, now: number): QuickRange {
  if (oldest === null) return usualRange;
  const age = now - Date.parse(oldest);
  const shorter = quickRanges.slice(0, quickRanges.indexOf(usualRange));
  return shorter.find((range) => age < rangeLength(range)) ?? usualRange;
}

const minute = 60_000;
const hour = 60 * minute;

/**
 * Returns the selected period. If none is selected, returns the period with the length `range` that ends with the
 * current minute. A period of several days starts with a whole hour.
 */
export function periodOf(search: DashboardSearch, now: number, range: QuickRange = usualRange): Period {
  if (search.from !== undefined && search.to !== undefined) {
    return { from: Date.parse(search.from), to: Date.parse(search.to) };
  }
  // The current minute belongs to the period, so that records of a service whose clock is slightly ahead are included.
  const to = Math.floor(now / minute + 1) * minute;
  const length = rangeLength(search.range ?? range);
  const from = to - length;
  // The service keeps sums of minutes for two days only. For a start within an older hour, it would read records.
  return { from: length > rangeLength("24h") ? Math.floor(from / hour) * hour : from, to };
}

export function periodBefore({ from, to }: Period): Period {
  return { from: from - (to - from), to: from };
}

/**
 * Returns the period to compare after a change of the application, such as a new release. The period starts at the
 * change. It is as long as the shown period, but ends at `now` at the latest. The minimum length is {@link minZoom}.
 */
export function periodAfter(time: number, { from, to }: Period, now: number): Period {
  return { from: time, to: Math.max(Math.min(now, time + to - from), time + minZoom) };
}

/** Minimum length of a period that a user can select by dragging, in milliseconds: five buckets of a minute. */
const minZoom = 5 * minute;

/** Converts a dragged range to a period of whole minutes; null if the range is too short. */
export function zoomPeriod({ from, to }: Period): Period | null {
  const whole = { from: Math.floor(from / minute) * minute, to: Math.ceil(to / minute) * minute };
  return whole.to - whole.from < minZoom ? null : whole;
}
