import { isCalendar } from "../records/alerts.ts";
import type { AlertCondition, AlertProgress } from "../store/alerts.ts";
import type { AnalyticsStore } from "../store/analytics.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { calendarStart, periodLengths } from "./alert-period.ts";
import { type Figures, figuresOf, isComparison, type Measurement, measurementOf, seriesOf } from "./measure-alert.ts";
import { hasFired, stepAlert } from "./step-alert.ts";

const hour = 3_600_000;
const previewMs = 30 * 24 * hour;
/** Maximum number of buckets of a time series. */
const maxBuckets = 1_000;

/** Period in which an alert would have fired. */
export interface PreviewFiring {
  readonly startedAt: number;
  /** Null if it would fire now. */
  readonly endedAt: number | null;
  readonly value: number | null;
}

export interface AlertPreview {
  /** Start of the first period. */
  readonly from: number;
  /** Ends of the periods, oldest first. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly firings: readonly PreviewFiring[];
  readonly isEstimate: boolean;
}

interface Bucket extends Figures {
  readonly from: number;
}

/**
 * Evaluates an alert over the last 30 days, one period after the other. A calendar period is evaluated at the end of
 * each of its hours. Leaves out times for which the store has only hourly sums.
 */
export async function previewAlert(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  now: number,
): Promise<AlertPreview> {
  const length = isCalendar(condition.period) ? hour : periodLengths[condition.period];
  const { buckets, isEstimate } = await readBuckets(analytics, projectId, condition, { length, now });
  const measured = buckets.map((_, index) => measure(condition, buckets, index));
  const times = buckets.map(({ from }) => from + length);
  return {
    from: buckets[0]?.from ?? now,
    times,
    values: measured.map(({ value }) => value),
    firings: firingsOf(condition, measured, times),
    isEstimate,
  };
}

/** Complete buckets, oldest first. They are read from the newest to the oldest. */
async function readBuckets(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  { length, now }: { readonly length: number; readonly now: number },
): Promise<{ readonly buckets: Bucket[]; readonly isEstimate: boolean }> {
  const { period } = condition;
  const oldest = isCalendar(period) ? calendarStart(period, now - previewMs) : now - previewMs;
  const parts: Bucket[][] = [];
  let isEstimate = false;
  for (let to = now; to > oldest;) {
    const from = Math.max(oldest, to - (maxBuckets - 1) * length);
    const query = { ...seriesOf(condition, { from, to }, now), bucketLength: length };
    // oxlint-disable-next-line no-await-in-loop -- ends at the first coarse part
    const series = await analytics.timeSeries(projectId, query);
    if (series.bucketLength !== length) break;
    isEstimate ||= series.isEstimate;
    const figures = figuresOf(condition.metric, series);
    const part = series.times.map((start, index) => ({
      from: start,
      ...(figures[index] ?? { value: null, count: 0 }),
    }));
    // The first bucket may start before `oldest`, and the last one may not have ended.
    parts.unshift(part.filter((bucket) => bucket.from >= oldest && bucket.from + length <= to));
    to = series.times[0] ?? from;
  }
  return { buckets: parts.flat(), isEstimate };
}

function measure(condition: AlertCondition, buckets: readonly Bucket[], index: number): Measurement {
  const { period } = condition;
  const bucket = buckets[index];
  if (bucket === undefined) return { value: null, problem: "NO_VALUE" };
  if (isCalendar(period)) {
    const start = calendarStart(period, bucket.from);
    return measurementOf(condition, sumOf(buckets.filter(({ from }) => from >= start && from <= bucket.from)), null);
  }
  return measurementOf(condition, bucket, isComparison(condition) ? (buckets[index - 1] ?? null) : null);
}

function sumOf(buckets: readonly Bucket[]): Figures {
  const values = buckets.flatMap(({ value }) => value ?? []);
  return {
    value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
    count: buckets.reduce((sum, { count }) => sum + count, 0),
  };
}

function firingsOf(
  condition: AlertCondition,
  measured: readonly Measurement[],
  times: readonly number[],
): PreviewFiring[] {
  const firings: PreviewFiring[] = [];
  let progress: AlertProgress = noProgress;
  for (const [index, measurement] of measured.entries()) {
    const at = times[index] ?? 0;
    const after = stepAlert(condition, progress, measurement, at);
    const open = firings.at(-1);
    const fired = hasFired(progress, after);
    if (progress.state === "FIRING" && (fired || after.state !== "FIRING") && open !== undefined) {
      firings[firings.length - 1] = { ...open, endedAt: at };
    }
    if (fired) firings.push({ startedAt: at, endedAt: null, value: after.value });
    progress = after;
  }
  return firings;
}
