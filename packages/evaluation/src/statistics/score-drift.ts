import type { ValueCount } from "./calibrate-judge.ts";
import { normalProbability } from "./distributions.ts";

/** Minimum number of scores in a period. The average of fewer scores is not normally distributed. */
const minCount = 30;
/** Smallest difference that matters, as a share of the range of the values. */
const relevantShare = 0.05;

export interface PeriodAverage {
  readonly count: number;
  /** Average value; the pass rate if all values are 0 or 1. */
  readonly average: number;
}

export interface ScoreDrift {
  readonly before: PeriodAverage;
  readonly after: PeriodAverage;
  readonly pValue: number;
  /** Whether the difference is significant and at least 5 % of the range of the values. */
  readonly drifts: boolean;
}

interface Moments extends PeriodAverage {
  readonly variance: number;
}

/**
 * Compares the scores of two periods. The significance test is the pooled test of two proportions if all values are 0
 * or 1, and Welch's test for other values. `comparisons` is the number of judges that are tested for drift:
 * Bonferroni's correction divides `alpha` by this number.
 *
 * Null if a period has fewer than 30 scores. Also null if the sum of the scores of a period is too large for a number.
 */
export function scoreDrift(
  before: readonly ValueCount[],
  after: readonly ValueCount[],
  { alpha = 0.01, comparisons = 1 }: { readonly alpha?: number; readonly comparisons?: number } = {},
): ScoreDrift | null {
  const [one, other] = [momentsOf(before), momentsOf(after)];
  if (one.count < minCount || other.count < minCount) return null;
  if (!Number.isFinite(one.average) || !Number.isFinite(other.average)) return null;
  const values = [...before, ...after].map(({ value }) => value);
  const isRate = values.every((value) => value === 0 || value === 1);
  const pooled = (one.average * one.count + other.average * other.count) / (one.count + other.count);
  const variance = isRate ? pooled * (1 - pooled) : null;
  const error = Math.sqrt((variance ?? one.variance) / one.count + (variance ?? other.variance) / other.count);
  const difference = Math.abs(other.average - one.average);
  const certain = difference === 0 ? 1 : 0;
  const pValue = error === 0 ? certain : 2 * normalProbability(-difference / error);
  const range = isRate ? 1 : values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  return {
    before: { count: one.count, average: one.average },
    after: { count: other.count, average: other.average },
    pValue,
    drifts: pValue < alpha / Math.max(1, comparisons) && difference >= relevantShare * range,
  };
}

function momentsOf(values: readonly ValueCount[]): Moments {
  const count = values.reduce((sum, each) => sum + each.count, 0);
  if (count < 2) return { count, average: 0, variance: 0 };
  const average = values.reduce((sum, each) => sum + each.value * each.count, 0) / count;
  const squares = values.reduce((sum, each) => sum + each.count * (each.value - average) ** 2, 0);
  return { count, average, variance: squares / (count - 1) };
}
