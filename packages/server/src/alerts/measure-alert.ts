import { countMetric, isAdditive } from "../records/alerts.ts";
import { readTimeSeries } from "../records/analytics.ts";
import type { AlertCondition, AlertProblem } from "../store/alerts.ts";
import type { AnalyticsStore, TimeSeries, TimeSeriesMetric, TimeSeriesQuery } from "../store/analytics.ts";
import { ownEnvironment } from "../store/resources/note-arrival.ts";
import { rangeEndingAt, type TimeRange } from "./alert-period.ts";

/** Value of a metric in a period, and the number of records of the period. */
export interface Figures {
  /** Null without data. */
  readonly value: number | null;
  readonly count: number;
}

/** Value that is compared with the threshold; null if there is none. */
export interface Measurement {
  readonly value: number | null;
  readonly problem: AlertProblem | null;
}

/** Query for the figures of an alert. Throws a `RecordError` for invalid filters. */
export function seriesOf(condition: AlertCondition, { from, to }: TimeRange, now: number): TimeSeriesQuery {
  const { metric, resource, filters, query, includesExperiments } = condition;
  return readTimeSeries(
    {
      metrics: [metric, countMetric(metric)],
      from,
      to,
      resource,
      filters: filters.map((filter) => ({ ...filter })),
      query,
      exceptEnvironments: includesExperiments ? null : [ownEnvironment],
    },
    now,
  );
}

/** Measures the period that ends at a time. */
export async function measureAlert(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  { at, now }: { readonly at: number; readonly now: number },
): Promise<Measurement> {
  const range = rangeEndingAt(condition.period, at);
  const read = async (each: TimeRange): Promise<Figures> => {
    const series = await analytics.timeSeries(projectId, inOneBucket(seriesOf(condition, each, now), each));
    // If the store rounds the buckets to whole hours, the first bucket may start before the range.
    const distances = series.times.map((start) => Math.abs(start - each.from));
    const nearest = distances.indexOf(Math.min(...distances));
    return figuresOf(condition.metric, series)[nearest] ?? { value: null, count: 0 };
  };
  const figures = await read(range);
  const previous = isComparison(condition) ? await read(rangeEndingAt(condition.period, range.from)) : null;
  return measurementOf(condition, figures, previous);
}

export function isComparison({ kind }: Pick<AlertCondition, "kind">): boolean {
  return kind === "INCREASE" || kind === "DECREASE";
}

/** Figures of each bucket of a series. */
export function figuresOf(metric: TimeSeriesMetric, { lines, times }: TimeSeries): Figures[] {
  const valuesOf = (name: TimeSeriesMetric): readonly (number | null)[] =>
    lines.find((line) => line.metric === name)?.values ?? [];
  const values = valuesOf(metric);
  const counts = valuesOf(countMetric(metric));
  return times.map((_, index) => ({ value: values[index] ?? null, count: counts[index] ?? 0 }));
}

/** Value of a period, compared with the previous period for `INCREASE` and `DECREASE`. */
export function measurementOf(condition: AlertCondition, figures: Figures, previous: Figures | null): Measurement {
  const { kind, minimumCount } = condition;
  if (kind === "ABSENCE") return { value: figures.count, problem: null };
  if (figures.count < minimumCount) return { value: null, problem: "TOO_FEW_RECORDS" };
  const value = valueOf(condition, figures);
  if (value === null) return { value, problem: "NO_VALUE" };
  if (!isComparison(condition)) return { value, problem: null };
  const before = previous === null || previous.count < minimumCount ? null : valueOf(condition, previous);
  if (before === null || before === 0) return { value: null, problem: "NO_PREVIOUS_VALUE" };
  return { value: ((value - before) / Math.abs(before)) * 100, problem: null };
}

function valueOf({ metric, perRecord }: AlertCondition, { value, count }: Figures): number | null {
  if (perRecord) return value === null || count === 0 ? null : value / count;
  return value === null && count === 0 && isAdditive(metric) ? 0 : value;
}

const week = 7 * 86_400_000;
/** First Monday, in epoch milliseconds. The store's weeks start on Mondays. */
const firstMonday = 4 * 86_400_000;

/** Moves the buckets of a query so that one bucket is exactly the range. */
function inOneBucket(query: TimeSeriesQuery, { from, to }: TimeRange): TimeSeriesQuery {
  const bucketLength = to - from;
  const anchor = bucketLength % week === 0 ? firstMonday : 0;
  return { ...query, bucketLength, offset: anchor - (from % bucketLength) };
}
