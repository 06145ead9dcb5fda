import type { TimeSeriesQuery } from "../analytics.ts";
import { chooseBuckets, hourLength, type TimeBuckets } from "../time-buckets.ts";
import type { RollupCells } from "./rollup-cells.ts";
import type { Rollups } from "./rollups.ts";

/** A range of minutes since the epoch; the end is not in it. */
export interface MinuteRange {
  readonly from: number;
  readonly to: number;
}

/** Where the buckets of a series are read from: each minute of them from one source. */
export interface SeriesPlan {
  readonly buckets: TimeBuckets;
  /** Sums of hours, but for the hours that a bucket ends within. */
  readonly hours: MinuteRange | undefined;
  readonly splitHours: readonly number[];
  readonly minutes: readonly MinuteRange[];
  /** Counted from the records, for want of sums of minutes. */
  readonly counted: readonly (MinuteRange & { readonly cells: RollupCells })[];
}

/** The most records that a series counts itself. */
const countedLimit = 20_000;

/** Finds the sources of a series. Inside a read transaction. */
export function planSeries(rollups: Rollups, project: number, query: TimeSeriesQuery): SeriesPlan {
  const plan = tryPlan(rollups, project, chooseBuckets(query));
  if (plan !== undefined) return plan;
  const offset = Math.round(query.offset / hourLength) * hourLength;
  const buckets = chooseBuckets({ ...query, offset }, hourLength);
  return { buckets, hours: rangeOf(buckets), splitHours: [], minutes: [], counted: [] };
}

/** A series that is counted already. */
export function planCounted(buckets: TimeBuckets, cells: RollupCells): SeriesPlan {
  return {
    buckets,
    hours: undefined,
    splitHours: [],
    minutes: [],
    counted: [{ ...rangeOf(buckets), cells }],
  };
}

/** Undefined when too many records would have to be counted. */
function tryPlan(rollups: Rollups, project: number, buckets: TimeBuckets): SeriesPlan | undefined {
  const range = rangeOf(buckets);
  const isByHour = buckets.length >= hourLength;
  const splitHours = isByHour ? hoursWithin(buckets) : [];
  const fine = isByHour ? splitHours.map((hour) => overlap(range, { from: hour, to: hour + 60 })) : [range];
  const { minutesFrom } = rollups;
  const counted: (MinuteRange & { readonly cells: RollupCells })[] = [];
  for (const { from, to } of fine.filter((each) => each.from < minutesFrom)) {
    const end = Math.min(to, minutesFrom);
    const cells = rollups.recount(project, from, end, Math.ceil(countedLimit / fine.length));
    if (cells === undefined) return undefined;
    counted.push({ from, to: end, cells });
  }
  const minutes = fine.flatMap(({ from, to }) => (to > minutesFrom ? [{ from: Math.max(from, minutesFrom), to }] : []));
  return { buckets, hours: isByHour ? range : undefined, splitHours, minutes, counted };
}

function rangeOf({ from, length, count }: TimeBuckets): MinuteRange {
  return { from: from / 60_000, to: (from + length * count) / 60_000 };
}

/** The hours that a bucket begins or ends within. */
function hoursWithin({ from, length, count }: TimeBuckets): number[] {
  if (from % hourLength === 0) return [];
  return Array.from({ length: count + 1 }, (_, place) => {
    const minute = (from + place * length) / 60_000;
    return Math.floor(minute / 60) * 60;
  });
}

function overlap(one: MinuteRange, other: MinuteRange): MinuteRange {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}
