import type { ValueCount } from "./calibrate-judge.ts";
import { normalProbability } from "./distributions.ts";
import { permutationTest } from "./permutation-test.ts";

/** Minimum number of values for a normal distribution of their average. */
const minCount = 30;
/** Smallest difference that matters, as a share of the range of the values. */
const relevantShare = 0.05;

export interface PeriodAverage {
  readonly count: number;
  /** Average value; the pass rate if all values are 0 or 1. */
  readonly average: number;
}

export interface PeriodComparison {
  readonly before: PeriodAverage;
  readonly after: PeriodAverage;
  readonly pValue: number;
}

export interface ScoreDrift extends PeriodComparison {
  /** Whether the difference is significant and at least 5 % of the range of the values. */
  readonly drifts: boolean;
}

interface Moments extends PeriodAverage {
  readonly variance: number;
}

/**
 * Compares the scores of two periods with {@link comparePeriods}. `comparisons` is the number of judges that are tested
 * for drift: Bonferroni's correction divides `alpha` by this number.
 *
 * Null if a period has fewer than 30 scores. Also null if the sum of the scores of a period is too large for a number.
 */
export function scoreDrift(
  before: readonly ValueCount[],
  after: readonly ValueCount[],
  { alpha = 0.01, comparisons = 1 }: { readonly alpha?: number; readonly comparisons?: number } = {},
): ScoreDrift | null {
  const compared = comparePeriods(before, after);
  if (compared === null || Math.min(compared.before.count, compared.after.count) < minCount) return null;
  const values = [...before, ...after].map(({ value }) => value);
  const range = values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  const difference = Math.abs(compared.after.average - compared.before.average);
  const relevant = relevantShare * (areRates(values) ? 1 : range);
  return { ...compared, drifts: compared.pValue < alpha / Math.max(1, comparisons) && difference >= relevant };
}

/**
 * Compares the averages of two periods. The significance test is the pooled test of two proportions if all values are 0
 * or 1, and Welch's test for other values. If a period has fewer than 30 values, it is {@link permutationTest} instead,
 * because averages of so few values are not normally distributed.
 *
 * Null if a period has fewer than 2 values, or if the sum of its values is too large for a number.
 */
export function comparePeriods(before: readonly ValueCount[], after: readonly ValueCount[]): PeriodComparison | null {
  const [one, other] = [momentsOf(before), momentsOf(after)];
  if (one.count < 2 || other.count < 2) return null;
  if (!Number.isFinite(one.average) || !Number.isFinite(other.average)) return null;
  const areFew = one.count < minCount || other.count < minCount;
  return {
    before: { count: one.count, average: one.average },
    after: { count: other.count, average: other.average },
    pValue: areFew
      ? permutationTest(before, after)
      : normalTest(one, other, areRates([...before, ...after].map(({ value }) => value))),
  };
}

function normalTest(one: Moments, other: Moments, isRate: boolean): number {
  const pooled = (one.average * one.count + other.average * other.count) / (one.count + other.count);
  const variance = isRate ? pooled * (1 - pooled) : null;
  const error = Math.sqrt((variance ?? one.variance) / one.count + (variance ?? other.variance) / other.count);
  const difference = Math.abs(other.average - one.average);
  const certain = difference === 0 ? 1 : 0;
  return error === 0 ? certain : 2 * normalProbability(-difference / error);
}

function areRates(values: readonly number[]): boolean {
  return values.every((value) => value === 0 || value === 1);
}

function momentsOf(values: readonly ValueCount[]): Moments {
  const count = values.reduce((sum, each) => sum + each.count, 0);
  if (count < 2) return { count, average: 0, variance: 0 };
  const average = values.reduce((sum, each) => sum + each.value * each.count, 0) / count;
  const squares = values.reduce((sum, each) => sum + each.count * (each.value - average) ** 2, 0);
  return { count, average, variance: squares / (count - 1) };
}
