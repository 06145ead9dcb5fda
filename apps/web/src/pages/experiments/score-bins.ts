import { type ValueBin, valueBins } from "../score-schemas/value-bins.ts";

/**
 * Maximum number of distinct values that each get a bin of their own. If there are more, each bin counts a range of
 * values.
 */
const maxListed = 10;

/** Distribution of one score of an experiment. */
export interface ScoreSpread {
  readonly name: string;
  readonly values: readonly number[];
  readonly bins: readonly ValueBin[];
  /** Range of the score; null if it is unknown. */
  readonly bounds: readonly [low: number, high: number] | null;
  /** Number of decimals with which the values are aligned. */
  readonly decimals: number;
}

/** Returns one bin per value, or per range of values if there are many. */
export function scoreBins(values: readonly number[], bounds: readonly [number, number] | null): readonly ValueBin[] {
  const different = [...new Set(values)].toSorted((one, other) => one - other);
  if (different.length <= maxListed) return different.map((value) => ({ from: value, to: value }));
  const [minimum = null, maximum = null] = bounds ?? [];
  return valueBins({ minimum, maximum }, values);
}

/** Whether a value belongs to the bin that starts at `from`. The upper end of the last bin is inclusive. */
export function isInBin(value: number, bins: readonly ValueBin[], from: number): boolean {
  const index = bins.findIndex((bin) => bin.from === from);
  const bin = bins[index];
  if (bin === undefined) return false;
  return value >= bin.from && (value < bin.to || value === bin.from || index === bins.length - 1);
}
