import { defaultConfidence, type Interval } from "./interval.ts";
import { meanInterval, type MeanIntervalOptions } from "./mean-interval.ts";
import { averageOf, varianceOf } from "./moments.ts";
import { wilsonInterval } from "./wilson-interval.ts";

export interface ScoreSummary {
  readonly items: number;
  readonly runs: number;
  /** Mean of the items' averages, so that each item counts once, however often it ran. */
  readonly average: number;
  /**
   * Confidence interval of the average. A rate always has an interval. Other averages need at least two items for the
   * bootstrap. With one item, their interval is null.
   */
  readonly interval: Interval | null;
  /** Whether all values are 0 or 1, so that the average is a rate. */
  readonly isRate: boolean;
}

/**
 * Summarizes a score from the values of each item. Null if there are no values.
 *
 * The interval of the average is based on items, not on runs, because the runs of an item are similar. For a rate, it
 * is Wilson's interval with the effective number of observations (Kish 1965). Otherwise, it is bootstrapped over the
 * items.
 */
export function summarizeScore(
  items: readonly (readonly number[])[],
  options: MeanIntervalOptions = {},
): ScoreSummary | null {
  const used = items.filter((values) => values.length > 0);
  if (used.length === 0) return null;
  const averages = used.map(averageOf);
  const average = averageOf(averages);
  const runs = used.reduce((sum, values) => sum + values.length, 0);
  const isRate = used.every((values) => values.every((value) => value === 0 || value === 1));
  const interval = isRate
    ? wilsonInterval(average, effectiveCount(averages, runs), options.confidence ?? defaultConfidence)
    : meanInterval(averages, options);
  return { items: used.length, runs, average, interval, isRate };
}

/**
 * Returns the effective number of runs: this number of independent runs would estimate the rate as precisely as the
 * given runs. If all runs of an item have the same result, it is the number of items. If the runs of an item are
 * independent, it is the number of runs.
 */
function effectiveCount(averages: readonly number[], runs: number): number {
  const items = averages.length;
  if (items < 2) return items;
  const average = averageOf(averages);
  const squaredError = varianceOf(averages) / items;
  if (squaredError === 0) return items;
  return Math.min(runs, Math.max(items, (average * (1 - average)) / squaredError));
}
