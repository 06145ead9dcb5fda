import { defaultConfidence, type Interval } from "./interval.ts";
import { meanInterval, type MeanIntervalOptions } from "./mean-interval.ts";
import { averageOf, varianceOf } from "./moments.ts";
import { wilsonInterval } from "./wilson-interval.ts";

export interface ScoreSummary {
  readonly items: number;
  readonly runs: number;
  /** Average of the items' averages. */
  readonly average: number;
  /** Interval of the average; null for one item whose values are not 0 and 1. */
  readonly interval: Interval | null;
  /** Whether all values are 0 or 1, so that the average is a rate. */
  readonly isRate: boolean;
}

/**
 * Summarizes a score from the values of each item. Runs of one item are similar, so intervals count items, not runs:
 * Wilson with the effective number of observations for rates (Kish 1965), the bootstrap over items otherwise. Null
 * without a value.
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

/** Number of independent observations with the same variance: the items if their runs agree, all runs if they are unrelated. */
function effectiveCount(averages: readonly number[], runs: number): number {
  const items = averages.length;
  if (items < 2) return items;
  const average = averageOf(averages);
  const squaredError = varianceOf(averages) / items;
  if (squaredError === 0) return items;
  return Math.min(runs, Math.max(items, (average * (1 - average)) / squaredError));
}
