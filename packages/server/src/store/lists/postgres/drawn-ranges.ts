export interface RecordExtent {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** Ranges of keys; upper ends are exclusive. */
export interface KeyRanges {
  readonly lows: readonly number[];
  readonly highs: readonly number[];
  readonly keys: number;
}

/**
 * Number of adjacent rows that are read together. Adjacent rows are in the same table page. Reading the same number of
 * rows from separate pages would take more than twice as long.
 */
const neighbors = 4;
/** Factor by which more records are read than needed, because keys have gaps. */
const margin = 1.2;
/**
 * Factors with which the numbers `(i * factor) % 1`, for `i` from 0 to any `n`, are evenly distributed between 0 and 1
 * (low-discrepancy sequences).
 */
const goldenRatio = (Math.sqrt(5) - 1) / 2;
const silverRatio = Math.SQRT2 - 1;

/**
 * Returns ranges of keys that together contain slightly more than `limit` records. Each record has the same probability
 * of being in a range, and of being the first record of a range. The gaps between the ranges have different sizes. With
 * equal gaps, the ranges could always hit the same kind of record if two kinds alternate regularly.
 */
export function planRanges({ count, first, last }: RecordExtent, limit: number): KeyRanges {
  const size = last - first + 1;
  const parts = Math.ceil((limit * margin) / neighbors);
  const width = Math.ceil((neighbors * size) / Math.max(count, 1));
  const slack = size / parts - width;
  const ranges = Array.from({ length: parts }, (_, part) => {
    const start = first + (part * size) / parts;
    if (slack <= 0) return { order: (part * silverRatio) % 1, low: start, high: start + size / parts };
    const low = Math.floor(start + ((part * goldenRatio) % 1) * slack);
    return { order: (part * silverRatio) % 1, low, high: low + width };
  }).toSorted((one, other) => one.order - other.order);
  const lows = ranges.map(({ low }) => Math.floor(low));
  const highs = ranges.map(({ high }) => Math.floor(high));
  return { lows, highs, keys: slack <= 0 ? size : parts * width };
}
