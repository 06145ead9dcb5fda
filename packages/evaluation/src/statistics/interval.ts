/** Confidence interval. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** Confidence of all intervals and tests, unless another one is given. */
export const defaultConfidence = 0.95;

/**
 * Confidence that each of several intervals needs, so that together they are wrong no more often than a single one
 * (Bonferroni).
 */
export function jointConfidence(intervals: number, confidence: number = defaultConfidence): number {
  return 1 - (1 - confidence) / Math.max(1, intervals);
}
