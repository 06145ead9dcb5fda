import {
  comparePeriods,
  countOf,
  type PeriodComparison,
  smallestPValue,
  type ValueCount,
} from "@threadline/evaluation/statistics";
import { changeTone, type Direction } from "../../ui/change-tone.ts";

/**
 * Result of comparing a figure between two periods. `higher` and `lower`: there is a clear change, but neither
 * direction is better. `same`: there is no clear change. `unknown`: there are too few values, or the values are a
 * sample that changed in the opposite direction of the figure.
 */
export type ChangeVerdict = "better" | "worse" | "higher" | "lower" | "same" | "unknown";

export interface JudgedChange {
  readonly verdict: ChangeVerdict;
  /** Probability of a difference that is at least as large, if only chance is at work; null if it was not tested. */
  readonly pValue: number | null;
}

/** Probability of finding a clear change in any of the figures, if there is none. */
const alpha = 0.05;
/** Minimum number of values in a period. The values of a few records may all be of one user. */
const minCount = 5;

/**
 * Compares the values of a figure in two periods. `comparisons` is the number of figures that are compared. `before`
 * and `after` may be only a sample of the values, so `shown` has the actual figure of each period.
 */
export function judgeChange(
  before: readonly ValueCount[],
  after: readonly ValueCount[],
  {
    direction,
    comparisons,
    shown,
  }: {
    readonly direction: Direction;
    readonly comparisons: number;
    readonly shown?: readonly [before: number, after: number];
  },
): JudgedChange {
  const [count, laterCount] = [countOf(before), countOf(after)];
  const level = alpha / Math.max(comparisons, 1);
  const areTooFew = Math.min(count, laterCount) < minCount || smallestPValue(count, laterCount) >= level;
  const comparison = areTooFew ? null : compareOnce(before, after);
  if (comparison === null) return { verdict: "unknown", pValue: null };
  const { pValue } = comparison;
  const difference = comparison.after.average - comparison.before.average;
  if (pValue >= level) return { verdict: "same", pValue };
  if (shown && Math.sign(shown[1] - shown[0]) !== Math.sign(difference)) return { verdict: "unknown", pValue };
  return { verdict: changeTone(difference, direction) ?? (difference > 0 ? "higher" : "lower"), pValue };
}

const compared = new Map<string, PeriodComparison | null>();
const maxCompared = 500;

/** Keeps the last results, because a page compares the same values each time it is rendered. */
function compareOnce(before: readonly ValueCount[], after: readonly ValueCount[]): PeriodComparison | null {
  const key = JSON.stringify([before, after]);
  const known = compared.get(key);
  if (known !== undefined) return known;
  if (compared.size === maxCompared) compared.clear();
  const found = comparePeriods(before, after);
  compared.set(key, found);
  return found;
}

/** Returns the values of a rate: `share` of the `count` records have the value 1, and the others 0. */
export function rateValues(share: number, count: number): ValueCount[] {
  return [
    { value: 1, count: share * count },
    { value: 0, count: (1 - share) * count },
  ];
}

export type Standing = "better" | "worse" | "mixed" | "same" | "unknown";

/** Summarizes the verdicts of all figures in one verdict. */
export function standingOf(verdicts: readonly ChangeVerdict[]): Standing {
  const [isBetter, isWorse] = [verdicts.includes("better"), verdicts.includes("worse")];
  if (isBetter && isWorse) return "mixed";
  if (isBetter || isWorse) return isBetter ? "better" : "worse";
  return verdicts.every((verdict) => verdict === "unknown") ? "unknown" : "same";
}
