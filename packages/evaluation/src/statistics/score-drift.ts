import type { ValueCount } from "./calibrate-judge.ts";
import { normalProbability } from "./distributions.ts";
import { countOf, permutationTest } from "./permutation-test.ts";

/** Minimum number of values whose average has a known distribution. */
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
  /** Third standardized moment; 0 for symmetric values. */
  readonly skewness: number;
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
  if (Math.min(countOf(before), countOf(after)) < minCount) return null;
  const compared = comparePeriods(before, after);
  if (compared === null) return null;
  const values = [...before, ...after].map(({ value }) => value);
  const range = values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  const difference = Math.abs(compared.after.average - compared.before.average);
  const relevant = relevantShare * (areRates(values) ? 1 : range);
  return { ...compared, drifts: compared.pValue < alpha / Math.max(1, comparisons) && difference >= relevant };
}

/**
 * Compares the averages of two periods. The significance test of rates, whose values are all 0 or 1, is
 * {@link permutationTest}. It is also the test of other values if a period has fewer than 30. For more values, the
 * p-value is the larger one of two tests: Welch's test, which allows different variances, and {@link skewedTest}, which
 * allows skewed values such as latencies and costs.
 *
 * Null if a period has fewer than 2 values, or if the sum of its values is too large for a number.
 */
export function comparePeriods(before: readonly ValueCount[], after: readonly ValueCount[]): PeriodComparison | null {
  const [one, other] = [momentsOf(before), momentsOf(after)];
  if (one.count < 2 || other.count < 2) return null;
  if (!Number.isFinite(one.average) || !Number.isFinite(other.average)) return null;
  return {
    before: { count: one.count, average: one.average },
    after: { count: other.count, average: other.average },
    pValue: pValueOf([before, after], [one, other]),
  };
}

type Pair<Value> = readonly [before: Value, after: Value];

function pValueOf([before, after]: Pair<readonly ValueCount[]>, [one, other]: Pair<Moments>): number {
  const all = [...before, ...after];
  // The averages of equal values can differ by a rounding error.
  if (all.every(({ value }) => value === all[0]?.value)) return 1;
  const areFew = Math.min(one.count, other.count) < minCount;
  if (areFew || areRates(all.map(({ value }) => value))) return permutationTest(before, after);
  return Math.max(welchsTest(one, other), skewedTest(one, other, momentsOf(all)));
}

function welchsTest(one: Moments, other: Moments): number {
  const error = Math.sqrt(one.variance / one.count + other.variance / other.count);
  const difference = Math.abs(other.average - one.average);
  const certain = difference === 0 ? 1 : 0;
  return error === 0 ? certain : 2 * normalProbability(-difference / error);
}

/**
 * Two-sided p-value of the difference, if each value could be in either period. `all` describes the values of both. The
 * distribution of the smaller period's average is approximated by Pearson's type III distribution with the same
 * variance and skewness (of samples without replacement, from the cumulants of finite populations), and its tails by
 * the transformation of Wilson and Hilferty (1931).
 */
function skewedTest(one: Moments, other: Moments, all: Moments): number {
  const [few, many] = one.count <= other.count ? [one, other] : [other, one];
  const total = all.count;
  const error = Math.sqrt((all.variance / few.count) * (many.count / total));
  const skewness =
    (all.skewness / Math.sqrt(few.count)) * ((total - 2 * few.count) / (total - 2)) * Math.sqrt(total / many.count);
  const distance = Math.abs(few.average - all.average) / error;
  return tail(distance, skewness) + tail(distance, -skewness);
}

/** Probability that a value of Pearson's type III distribution is above `x`. Its mean is 0, and its variance 1. */
function tail(x: number, skewness: number): number {
  if (Math.abs(skewness) < 1e-6) return normalProbability(-x);
  const base = 1 + (skewness * x) / 2;
  if (base <= 0) return 0;
  return normalProbability(-((6 / skewness) * (Math.cbrt(base) - 1) + skewness / 6));
}

function areRates(values: readonly number[]): boolean {
  return values.every((value) => value === 0 || value === 1);
}

function momentsOf(values: readonly ValueCount[]): Moments {
  const count = countOf(values);
  if (count < 2) return { count, average: 0, variance: 0, skewness: 0 };
  const average = values.reduce((sum, each) => sum + each.value * each.count, 0) / count;
  const squares = values.reduce((sum, each) => sum + each.count * (each.value - average) ** 2, 0);
  const deviation = Math.sqrt(squares / count);
  const cubes = values.reduce((sum, each) => sum + each.count * ((each.value - average) / deviation) ** 3, 0);
  return { count, average, variance: squares / (count - 1), skewness: squares === 0 ? 0 : cubes / count };
}
