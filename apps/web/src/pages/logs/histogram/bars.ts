import type { LogHistogramQuery, TimeSeriesMetric } from "../../../generated/log-histogram.ts";
import { isMidnight } from "../../../messages/is-midnight.ts";
import type { LogResource } from "../log-resource.ts";

type Series = LogHistogramQuery["all"];

/** Number of records in one bucket of time. `from` and `to` are in epoch milliseconds. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly failed: number;
}

/** Metrics of each list: the count of all records, and the count of those with an error. */
export const countsOf: Readonly<Record<LogResource, readonly [TimeSeriesMetric, TimeSeriesMetric?]>> = {
  threads: ["threadCount"],
  runs: ["runCount", "errorCount"],
  generations: ["generationCount", "generationErrorCount"],
  steps: ["stepCount", "errorCount"],
  scores: ["scoreCount"],
};

export function barsOf(resource: LogResource, { all, failed }: LogHistogramQuery): Bar[] {
  const [counted, withError] = countsOf[resource];
  const counts = valuesOf(all, counted);
  const errors = failed ? valuesOf(failed, counted) : valuesOf(all, withError);
  return all.times.map((time) => {
    const from = Date.parse(time);
    const count = counts.get(time) ?? 0;
    // `count` and the number of failed records may be estimated from different samples. So the number of failed records
    // may exceed `count`, and is reduced to `count`.
    return { from, to: from + all.bucketSeconds * 1_000, count, failed: Math.min(errors.get(time) ?? 0, count) };
  });
}

function valuesOf({ times, lines }: Series, metric: TimeSeriesMetric | undefined): ReadonlyMap<string, number> {
  const values = lines.find((line) => line.metric === metric)?.values ?? [];
  return new Map(times.map((time, index) => [time, values[index] ?? 0]));
}

/** Joins the bars between two indexes, inclusive, into one. */
export function joinBars(bars: readonly Bar[], one: number, other: number): Bar | undefined {
  const within = bars.slice(Math.min(one, other), Math.max(one, other) + 1);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const sum = (of: "count" | "failed"): number => within.reduce((total, bar) => total + bar[of], 0);
  return { from: first.from, to: last.to, count: sum("count"), failed: sum("failed") };
}

/**
 * Returns the indexes of the bars that have a label, at most `most`. If the range contains several midnights, only bars
 * at midnight have labels.
 */
export function labeledBars(bars: readonly Bar[], most: number): number[] {
  const all = bars.map((_, index) => index);
  const midnights = all.filter((index) => isMidnight(bars[index]?.from ?? 0));
  const choices = midnights.length > 1 ? midnights : all;
  const every = Math.ceil(choices.length / most);
  return choices.filter((_, place) => place % every === 0);
}
