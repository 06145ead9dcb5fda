/** Confidence interval. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** Confidence of all intervals and tests, unless another one is given. */
export const defaultConfidence = 0.95;
