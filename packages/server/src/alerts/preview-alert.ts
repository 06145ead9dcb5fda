import { isCalendar } from "../records/alerts.ts";
import type { AlertCondition, AlertProgress } from "../store/alerts.ts";
import type { AnalyticsStore } from "../store/analytics.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { calendarStart, periodLengths, rangeEndingAt } from "./alert-period.ts";
import { mostExtreme } from "./evaluate-groups.ts";
import {
  type Figures,
  figuresOf,
  groupFigures,
  isComparison,
  maxGroups,
  measureAlert,
  measureGroups,
  type Measurement,
  measurementOf,
  noFigures,
  notMeasured,
  seriesOf,
} from "./measure-alert.ts";
import { hasFired, stepAlert } from "./step-alert.ts";

const minute = 60_000;
const hour = 60 * minute;
const previewMs = 30 * 24 * hour;
const maxBuckets = 1_000;
const minPartMs = 6 * hour;

export interface PreviewFiring {
  /** Null for an alert without `groupBy`. */
  readonly group: string | null;
  readonly startedAt: number;
  /** Null if the alert would still be firing. */
  readonly endedAt: number | null;
  readonly value: number | null;
}

export interface AlertPreview {
  /** Start of the first period. */
  readonly from: number;
  /** Ends of the periods, oldest first. */
  readonly times: readonly number[];
  /** Value in each period; null without one. With groups, it is the value that is most likely to fire the alert. */
  readonly values: readonly (number | null)[];
  readonly firings: readonly PreviewFiring[];
  readonly hasMoreGroups: boolean;
  readonly isEstimate: boolean;
}

interface BucketsOfGroup {
  readonly name: string | null;
  readonly figures: readonly Figures[];
}

/**
 * Values of the metric in periods of equal length, oldest first. The current period is not included, because it is not
 * complete.
 */
interface Buckets {
  readonly starts: readonly number[];
  /** Figures of each group by its id. Without `groupBy`, the id is null. */
  readonly groups: ReadonlyMap<string | null, BucketsOfGroup>;
  readonly hasMoreGroups: boolean;
  readonly isEstimate: boolean;
}

/**
 * Shows how an alert would have behaved in the last 30 days. For a calendar period, the preview starts with the whole
 * day or month in which these 30 days start, and always includes the whole previous day or month.
 *
 * Evaluates the alert now and at the end of each past period; for a calendar period, at the end of each past hour. If
 * the store only has longer buckets for the oldest times, the preview starts after these times.
 */
export async function previewAlert(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  now: number,
): Promise<AlertPreview> {
  const length = isCalendar(condition.period) ? hour : periodLengths[condition.period];
  const { starts, groups, hasMoreGroups, isEstimate } = await readBuckets(analytics, projectId, condition, {
    length,
    now,
  });
  const ends = starts.map((start) => start + length);
  const { period } = condition;
  const calendars = isCalendar(period) ? starts.map((start) => calendarStart(period, start)) : null;
  const whole = new Map(
    [...groups].map(([id, { figures }]) => [id, measure(condition, { calendars, figures, length, group: id })]),
  );
  const at = Math.floor(now / minute) * minute;
  const known = [...whole].flatMap(([id, values]) => (values.at(-1) === notMeasured ? [] : (id ?? [])));
  const last = ends.at(-1) === at ? null : await measureNow(analytics, projectId, condition, { at, now, known });
  const times = last === null ? ends : [...ends, at];
  const ids = [...new Set([...whole.keys(), ...(last?.keys() ?? [])])];
  const measured = ids.slice(0, maxGroups).map((id) => ({
    group: last?.get(id)?.name ?? groups.get(id)?.name ?? id,
    values: [
      ...(whole.get(id) ?? ends.map(() => notMeasured)),
      ...(last === null ? [] : [last.get(id) ?? notMeasured]),
    ],
  }));
  const firings = measured.flatMap(({ group, values }) => firingsOf(condition, values, { group, times }));
  return {
    from: starts[0] ?? rangeEndingAt(condition.period, at).from,
    times,
    values: times.map((_, index) =>
      mostExtreme(
        condition,
        measured.flatMap(({ values }) => values[index]?.value ?? []),
      ),
    ),
    firings: firings.toSorted((one, other) => one.startedAt - other.startedAt),
    hasMoreGroups: hasMoreGroups || ids.length > maxGroups,
    isEstimate,
  };
}

async function measureNow(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  times: Parameters<typeof measureGroups>[3],
): Promise<ReadonlyMap<string | null, Measurement & { readonly name: string | null }>> {
  if (condition.groupBy === null) {
    return new Map([[null, { ...(await measureAlert(analytics, projectId, condition, times)), name: null }]]);
  }
  return (await measureGroups(analytics, projectId, condition, times)).groups;
}

async function readBuckets(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  { length, now }: { readonly length: number; readonly now: number },
): Promise<Buckets> {
  const { period, metric, groupBy } = condition;
  const { from: current } = rangeEndingAt(period, now);
  const oldest = isCalendar(period) ? calendarStart(period, Math.min(now - previewMs, current - 1)) : now - previewMs;
  const parts: Pick<Buckets, "groups" | "starts">[] = [];
  let isEstimate = false;
  let hasMoreGroups = false;
  let partMs = (maxBuckets - 1) * length;
  for (let to = now; to > oldest;) {
    const from = Math.max(oldest, to - partMs);
    const query = { ...seriesOf(condition, { from, to }, now), bucketLength: length };
    // oxlint-disable-next-line no-await-in-loop -- ends at the first coarse part
    const series = await analytics.timeSeries(projectId, query);
    if (series.bucketLength !== length) {
      if (partMs <= minPartMs) break;
      // The buckets are longer than requested, because this part starts before the times for which the store has minute
      // rollups. So the next request is for a shorter part, of the minimum length.
      partMs = minPartMs;
      continue;
    }
    isEstimate ||= series.isEstimate;
    const { groups, hasMore } =
      groupBy === null
        ? { groups: new Map([[null, { name: null, figures: figuresOf(metric, series) }]]), hasMore: false }
        : groupFigures(metric, series);
    hasMoreGroups ||= hasMore;
    // Excludes the first bucket if it starts before `oldest`, and the last bucket if it has not ended yet.
    const isWhole = series.times.map((start) => start >= oldest && start + length <= to);
    parts.unshift({
      starts: series.times.filter((_, index) => isWhole[index]),
      groups: new Map(
        [...groups].map(([id, { name, figures }]) => [
          id,
          { name, figures: figures.filter((_, index) => isWhole[index]) },
        ]),
      ),
    });
    to = series.times[0] ?? from;
  }
  const found = new Set(parts.toReversed().flatMap(({ groups }) => [...groups.keys()]));
  const ids = [...found].slice(0, maxGroups);
  return {
    starts: parts.flatMap(({ starts }) => starts),
    groups: new Map(
      ids.map((id) => [
        id,
        {
          name: parts.findLast(({ groups }) => groups.has(id))?.groups.get(id)?.name ?? null,
          figures: parts.flatMap(({ groups, starts }) => groups.get(id)?.figures ?? starts.map(() => noFigures)),
        },
      ]),
    ),
    hasMoreGroups: hasMoreGroups || found.size > ids.length,
    isEstimate,
  };
}

interface GroupBuckets {
  readonly group: string | null;
  /** Start of the calendar day or month of each bucket. Null if the period is not a calendar day or month. */
  readonly calendars: readonly number[] | null;
  readonly figures: readonly Figures[];
  /** Length of a bucket in milliseconds. */
  readonly length: number;
}

/**
 * Returns the measurement of a group for each bucket. With a calendar period, the group counts as measured once the
 * period has records. Otherwise, it is measured in buckets with records, in the bucket after them, and for another
 * `forSeconds`. An alert on missing records needs this time, because it fires only after `forSeconds` without records.
 */
function measure(condition: AlertCondition, { group, calendars, figures, length }: GroupBuckets): Measurement[] {
  const absentBuckets = 1 + Math.ceil((condition.forSeconds * 1_000) / length);
  let counted = Number.NEGATIVE_INFINITY;
  let sum = noFigures;
  return figures.map((bucket, index) => {
    if (bucket.count > 0) counted = index;
    if (calendars !== null) {
      sum = calendars[index] === calendars[index - 1] ? sumOf(sum, bucket) : bucket;
      return group !== null && sum.count === 0 ? notMeasured : measurementOf(condition, sum, null);
    }
    if (group !== null && index - counted > absentBuckets) return notMeasured;
    return measurementOf(condition, bucket, isComparison(condition) ? (figures[index - 1] ?? null) : null);
  });
}

function sumOf(one: Figures, other: Figures): Figures {
  const value = one.value === null && other.value === null ? null : (one.value ?? 0) + (other.value ?? 0);
  return { value, count: one.count + other.count };
}

function firingsOf(
  condition: AlertCondition,
  measured: readonly Measurement[],
  { group, times }: { readonly group: string | null; readonly times: readonly number[] },
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
    if (fired) firings.push({ group, startedAt: at, endedAt: null, value: after.value });
    progress = after;
  }
  return firings;
}
