import { bucketLengths, type TimeSeriesQuery } from "./analytics.ts";

const minute = 60_000;
/** Milliseconds. */
export const hourLength: number = 60 * minute;
const week = 7 * 24 * hourLength;
/** 1970-01-05, so that weeks begin on a Monday. */
const firstMonday = 4 * 24 * hourLength;
/** No answer has more buckets. */
const mostBuckets = 1_000;

/** Buckets of one length, the first at or before `from`, the last one around the moment before `to`. Milliseconds. */
export interface TimeBuckets {
  readonly from: number;
  readonly length: number;
  readonly count: number;
}

/** The buckets of a query, of at least `shortest`. */
export function chooseBuckets(query: TimeSeriesQuery, shortest = 0): TimeBuckets {
  const { bucketLength, maxPoints } = query;
  const isFixed = bucketLength !== undefined;
  const lengths = isFixed ? [bucketLength, ...bucketLengths.filter((length) => length > bucketLength)] : bucketLengths;
  const limit = isFixed ? mostBuckets : maxPoints;
  const long = lengths.filter((length) => length >= shortest);
  const fitting = long.map((length) => cut(query, length)).find(({ count }) => count <= limit);
  return fitting ?? divide(query, limit);
}

/** The range in so many parts of whole hours, for ranges that no common length divides. */
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
