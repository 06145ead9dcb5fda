import { type TimeSeriesQuery, bucketLengths } from "../analytics.ts";
import type { RollupCells } from "../rollups/rollup-cells.ts";

/** Range of minutes since the epoch; the end is exclusive. */
export interface MinuteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Decides for each minute of a series whether it is read from hourly rollups, from minute rollups or from the records.
 */
export interface SeriesPlan {
  readonly buckets: TimeBuckets;
  /**
   * Range that is read from hourly rollups, except for the hours in `splitHours`, which contain the start or end of a
   * bucket. Undefined if the buckets are shorter than an hour.
   */
  readonly hours: MinuteRange | undefined;
  readonly splitHours: readonly number[];
  readonly minutes: readonly MinuteRange[];
  /**
   * Ranges whose totals (`cells`) were counted from the records, for example because the ranges are older than the
   * minute rollups.
   */
  readonly counted: readonly (MinuteRange & { readonly cells: RollupCells })[];
}

const countedLimit = 20_000;

export function planCounted(buckets: TimeBuckets, cells: RollupCells): SeriesPlan {
  return {
    buckets,
    hours: undefined,
    splitHours: [],
    minutes: [],
    counted: [{ ...rangeOf(buckets), cells }],
  };
}

export interface SeriesDraft extends Omit<SeriesPlan, "counted"> {
  readonly uncounted: readonly MinuteRange[];
  readonly limit: number;
}

/**
 * Decides which rollups a series is read from. Minute rollups exist only from the minute `minutesFrom` on. For earlier
 * minutes that hourly rollups do not cover, the records have to be counted. These ranges are in `uncounted`.
 */
export function draftSeries(query: TimeSeriesQuery, minutesFrom: number): SeriesDraft {
  const buckets = chooseBuckets(query);
  const range = rangeOf(buckets);
  const isByHour = buckets.length >= hourLength;
  const splitHours = isByHour ? hoursWithin(buckets) : [];
  const fine = isByHour ? splitHours.map((hour) => overlap(range, { from: hour, to: hour + 60 })) : [range];
  return {
    buckets,
    hours: isByHour ? range : undefined,
    splitHours,
    uncounted: fine.flatMap(({ from, to }) => (from < minutesFrom ? [{ from, to: Math.min(to, minutesFrom) }] : [])),
    minutes: fine.flatMap(({ from, to }) => (to > minutesFrom ? [{ from: Math.max(from, minutesFrom), to }] : [])),
    limit: Math.ceil(countedLimit / Math.max(fine.length, 1)),
  };
}

export function completeSeries(
  { buckets, hours, splitHours, minutes, uncounted }: SeriesDraft,
  cells: readonly RollupCells[],
): SeriesPlan {
  const counted = uncounted.flatMap((range, place) => {
    const found = cells[place];
    return found === undefined ? [] : [{ ...range, cells: found }];
  });
  return { buckets, hours, splitHours, minutes, counted };
}

/**
 * Returns a plan whose buckets consist of whole hours, so that hourly rollups suffice. Used if a draft requires
 * counting too many records.
 */
export function planByHours(query: TimeSeriesQuery): SeriesPlan {
  const offset = Math.round(query.offset / hourLength) * hourLength;
  const buckets = chooseBuckets({ ...query, offset }, hourLength);
  return { buckets, hours: rangeOf(buckets), splitHours: [], minutes: [], counted: [] };
}

function rangeOf({ from, length, count }: TimeBuckets): MinuteRange {
  return { from: from / 60_000, to: (from + length * count) / 60_000 };
}

function hoursWithin({ from, length, count }: TimeBuckets): number[] {
  if (from % hourLength === 0 && length % hourLength === 0) return [];
  return Array.from({ length: count + 1 }, (_, place) => {
    const minute = (from + place * length) / 60_000;
    return Math.floor(minute / 60) * 60;
  });
}

function overlap(one: MinuteRange, other: MinuteRange): MinuteRange {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}

const minute = 60_000;
/** Milliseconds. */
const hourLength: number = 60 * minute;
const week = 7 * 24 * hourLength;
/** Monday, 1970-01-05. Buckets of a week start on a Monday. */
const firstMonday = 4 * 24 * hourLength;
const maxBuckets = 1_000;

/**
 * Buckets of one length in milliseconds. The first starts at or before `from`; the last contains the moment before
 * `to`.
 */
export interface TimeBuckets {
  readonly from: number;
  readonly length: number;
  readonly count: number;
}

/** Returns the buckets of a query. Each bucket is at least `shortest` milliseconds long. */
export function chooseBuckets(query: TimeSeriesQuery, shortest = 0): TimeBuckets {
  const { bucketLength, maxPoints } = query;
  const isFixed = bucketLength !== undefined;
  const lengths = isFixed ? [bucketLength, ...bucketLengths.filter((length) => length > bucketLength)] : bucketLengths;
  const limit = isFixed ? maxBuckets : maxPoints;
  const long = lengths.filter((length) => length >= shortest);
  const fitting = long.map((length) => cut(query, length)).find(({ count }) => count <= limit);
  return fitting ?? divide(query, limit);
}

/**
 * Returns at most `parts` buckets of whole hours. Used if even the longest standard length results in too many buckets.
 */
function divide({ from, to }: TimeSeriesQuery, parts: number): TimeBuckets {
  const start = Math.floor(from / hourLength) * hourLength;
  const length = Math.ceil((to - start) / parts / hourLength) * hourLength;
  return { from: start, length, count: Math.ceil((to - start) / length) };
}

function cut({ from, to, offset }: TimeSeriesQuery, length: number): TimeBuckets {
  const anchor = (length % week === 0 ? firstMonday : 0) - offset;
  const start = Math.floor((from - anchor) / length) * length + anchor;
  return { from: start, length, count: Math.max(Math.ceil((to - start) / length), 1) };
}
