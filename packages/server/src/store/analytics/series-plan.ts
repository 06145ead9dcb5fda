import { type TimeSeriesQuery, bucketLengths } from "../analytics.ts";
import type { RollupCells } from "../rollups/rollup-cells.ts";

/**
 * Range of minutes since the epoch; the end is exclusive. `from` and `to` are whole numbers, unless the records in the
 * range are counted.
 */
export interface MinuteRange {
  readonly from: number;
  readonly to: number;
}

/** Range in epoch milliseconds; the end is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Decides for each minute of a series whether it is read from hourly rollups, from minute rollups or from the records.
 */
export interface SeriesPlan {
  readonly buckets: TimeBuckets;
  /** Range whose records are counted: all buckets, or a part of them. */
  readonly range: TimeRange;
  /** Range read from hourly rollups, except for `splitHours`. Undefined if the buckets are shorter than an hour. */
  readonly hours: MinuteRange | undefined;
  /** Hours that cannot be read from hourly rollups, because a bucket or the range starts or ends within them. */
  readonly splitHours: readonly number[];
  readonly minutes: readonly MinuteRange[];
  /**
   * Ranges that cannot be read from rollups, for example because they are older than the minute rollups. `cells` are
   * the totals of their records.
   */
  readonly counted: readonly (MinuteRange & { readonly cells: RollupCells })[];
}

const countedLimit = 20_000;

export function planCounted(buckets: TimeBuckets, range: TimeRange, cells: RollupCells): SeriesPlan {
  return { buckets, range, hours: undefined, splitHours: [], minutes: [], counted: [{ ...inMinutes(range), cells }] };
}

export interface SeriesDraft extends Omit<SeriesPlan, "counted"> {
  readonly uncounted: readonly MinuteRange[];
  readonly limit: number;
}

/** Returns the range whose records a query counts: with `isExact` its own range, otherwise that of the buckets. */
export function countedRange(
  { isExact, from, to }: Pick<TimeSeriesQuery, "isExact" | "from" | "to">,
  buckets: TimeBuckets,
): TimeRange {
  return isExact ? { from, to } : { from: buckets.from, to: buckets.from + buckets.length * buckets.count };
}

/**
 * Decides which rollups a series is read from. Minute rollups exist only from the minute `minutesFrom` on. `uncounted`
 * are the ranges for which there are no rollups, so that their records have to be counted: incomplete minutes, and old
 * minutes that hourly rollups do not cover.
 */
export function draftSeries(query: TimeSeriesQuery, minutesFrom: number): SeriesDraft {
  const buckets = chooseBuckets(query);
  const range = countedRange(query, buckets);
  const counted = inMinutes(range);
  const whole = wholeMinutes(range);
  const isByHour = buckets.length >= hourLength;
  const splitHours = isByHour ? [...new Set([...hoursWithin(buckets), ...hoursCut(whole)])] : [];
  const fine = isByHour ? splitHours.map((hour) => overlap(whole, { from: hour, to: hour + 60 })) : [whole];
  const edges =
    whole.from > whole.to
      ? [counted]
      : [
          { from: counted.from, to: whole.from },
          { from: whole.to, to: counted.to },
        ];
  const old = fine.map(({ from, to }) => ({ from, to: Math.min(to, minutesFrom) }));
  const uncounted = joined([...edges, ...old]);
  return {
    buckets,
    range,
    hours: isByHour ? whole : undefined,
    splitHours,
    uncounted,
    minutes: fine
      .map(({ from, to }) => ({ from: Math.max(from, minutesFrom), to }))
      .filter(({ from, to }) => from < to),
    limit: Math.ceil(countedLimit / Math.max(uncounted.length, 1)),
  };
}

/** Removes empty ranges, and joins ranges that follow each other. */
function joined(ranges: readonly MinuteRange[]): MinuteRange[] {
  const found: MinuteRange[] = [];
  for (const range of ranges.filter(({ from, to }) => from < to).toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last?.to === range.from) found[found.length - 1] = { from: last.from, to: range.to };
    else found.push(range);
  }
  return found;
}

export function completeSeries(
  { buckets, range, hours, splitHours, minutes, uncounted }: SeriesDraft,
  cells: readonly RollupCells[],
): SeriesPlan {
  const counted = uncounted.flatMap((part, place) => {
    const found = cells[place];
    return found === undefined ? [] : [{ ...part, cells: found }];
  });
  return { buckets, range, hours, splitHours, minutes, counted };
}

/**
 * Returns a plan whose buckets consist of whole hours, so that hourly rollups suffice. Used if a draft requires
 * counting too many records.
 */
export function planByHours(query: TimeSeriesQuery): SeriesPlan {
  const offset = Math.round(query.offset / hourLength) * hourLength;
  const buckets = chooseBuckets({ ...query, offset }, hourLength);
  const range = countedRange({ ...query, isExact: false }, buckets);
  return { buckets, range, hours: inMinutes(range), splitHours: [], minutes: [], counted: [] };
}

function inMinutes({ from, to }: TimeRange): MinuteRange {
  return { from: from / 60_000, to: to / 60_000 };
}

/** Returns the complete minutes of a range. If there are none, the result can end before it starts. */
export function wholeMinutes(range: TimeRange): MinuteRange {
  const { from, to } = inMinutes(range);
  return { from: Math.ceil(from), to: Math.floor(to) };
}

/** Returns the hours in which a range starts or ends, unless it does so exactly on the hour. */
function hoursCut({ from, to }: MinuteRange): number[] {
  return [from, to].filter((edge) => edge % 60 !== 0).map((edge) => Math.floor(edge / 60) * 60);
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
