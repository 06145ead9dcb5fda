/** Confidence interval. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** Confidence of all intervals and tests, unless another one is given. */
export const defaultConfidence = 0.95;

/**
 * Returns the confidence to use for each of several intervals, so that all of them are correct at the same time with a
 * probability of at least `confidence` (Bonferroni).
 */
export function jointConfidence(intervals: number, confidence: number = defaultConfidence): number {
  return 1 - (1 - confidence) / Math.max(1, intervals);
}
