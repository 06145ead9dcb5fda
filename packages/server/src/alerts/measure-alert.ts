import { countMetric, isAdditive } from "../records/alerts.ts";
import { readTimeSeries } from "../records/analytics.ts";
import type { AlertCondition, AlertProblem } from "../store/alerts.ts";
import type { AnalyticsStore, TimeSeries, TimeSeriesMetric, TimeSeriesQuery } from "../store/analytics.ts";
import { ownEnvironment } from "../store/resources/note-arrival.ts";
import { rangeEndingAt, type TimeRange } from "./alert-period.ts";

/** Value of a metric in a period, and the number of records that it is based on. */
export interface Figures {
  /** Null without data. */
  readonly value: number | null;
  readonly count: number;
}

/** Value to compare with the threshold; null if there is none. `problem` is the reason. */
export interface Measurement {
  readonly value: number | null;
  readonly problem: AlertProblem | null;
  /** Whether the value cannot be determined now. The alert then keeps its state. */
  readonly isUnknown?: boolean;
}

export const maxGroups = 100;

/** Returns the time series query from which an alert is evaluated. Throws a `RecordError` for invalid filters. */
export function seriesOf(condition: AlertCondition, { from, to }: TimeRange, now: number): TimeSeriesQuery {
  const { metric, perRecord, resource, filters, query, includesExperiments, groupBy } = condition;
  const count = countMetric(metric);
  const series = readTimeSeries(
    {
      // The store ranks groups by the first metric in this list that can be summed. This is the alert's metric if the
      // alert compares its sum, and the number of records otherwise.
      metrics: isAdditive(metric) && !perRecord ? [metric, count] : [count, metric],
      groupBy,
      from,
      to,
      resource,
      filters: filters.map((filter) => ({ ...filter })),
      query,
      exceptEnvironments: includesExperiments ? null : [ownEnvironment],
    },
    now,
  );
  return { ...series, groupLimit: maxGroups };
}

/** Measures an alert without `groupBy` in the period that ends at `at`. */
export async function measureAlert(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  { at, now }: { readonly at: number; readonly now: number },
): Promise<Measurement> {
  const range = rangeEndingAt(condition.period, at);
  const read = async (each: TimeRange): Promise<Figures> => {
    const series = await readRange(analytics, projectId, condition, { range: each, now });
    return figuresOf(condition.metric, series)[nearestBucket(series, each)] ?? noFigures;
  };
  const figures = await read(range);
  const previous = isComparison(condition) ? await read(rangeEndingAt(condition.period, range.from)) : null;
  return measurementOf(condition, figures, previous);
}

/**
 * Measurement of a group. `count` is the number of its records; null if it is unknown, because the store's result was
 * incomplete and did not contain the group.
 */
export interface GroupMeasurement extends Measurement {
  /** Display name of the group. Null if the group has no records in the measured periods. */
  readonly name: string | null;
  readonly count: number | null;
}

/** Measurements by the id of their group, largest first. */
export interface GroupMeasurements {
  readonly groups: ReadonlyMap<string, GroupMeasurement>;
  readonly hasMore: boolean;
}

/** Result for a group that is not measured, because it is not among the largest, or has had no records for too long. */
export const notMeasured: Measurement = { value: null, problem: "GROUP_NOT_MEASURED" };

/**
 * Measures an alert with `groupBy` in the period that ends at `at`. Returns the measurements of the largest groups and
 * of the groups in `known`, by group id. Records without a group are not measured.
 */
export async function measureGroups(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  { at, now, known }: { readonly at: number; readonly now: number; readonly known: Iterable<string> },
): Promise<GroupMeasurements> {
  const range = rangeEndingAt(condition.period, at);
  const read = async (each: TimeRange) => {
    const series = await readRange(analytics, projectId, condition, { range: each, now });
    const { groups, hasMore } = groupFigures(condition.metric, series);
    const bucket = nearestBucket(series, each);
    // A complete result contains all groups, so a missing group has no records. In any other result, the figures of a
    // missing group are unknown. An estimate counts as incomplete, because its sample may contain no record of a small
    // group.
    const isComplete = !hasMore && !series.isEstimate;
    const figuresOfGroup = (id: string): Figures | null =>
      groups.get(id)?.figures[bucket] ?? (isComplete ? noFigures : null);
    return { largest: groups, hasMore, figuresOfGroup, isEstimate: series.isEstimate };
  };
  const { largest, hasMore, figuresOfGroup, isEstimate } = await read(range);
  const previous = isComparison(condition) ? await read(rangeEndingAt(condition.period, range.from)) : null;
  const measured = [...new Set([...largest.keys(), ...known])].map((id): [string, GroupMeasurement] => {
    const name = largest.get(id)?.name ?? null;
    const figures = figuresOfGroup(id);
    if (figures === null) return [id, { ...notMeasured, name, count: null, isUnknown: isEstimate }];
    const before = previous?.figuresOfGroup(id) ?? null;
    const measurement = measurementOf(condition, figures, before);
    const isMissing = before === null && previous?.isEstimate === true;
    const isUnknown = isMissing && measurement.problem === "NO_PREVIOUS_VALUE";
    return [id, { ...measurement, name, count: figures.count, isUnknown }];
  });
  return { groups: new Map(measured), hasMore };
}

function readRange(
  analytics: Pick<AnalyticsStore, "timeSeries">,
  projectId: string,
  condition: AlertCondition,
  { range, now }: { readonly range: TimeRange; readonly now: number },
): Promise<TimeSeries> {
  return analytics.timeSeries(projectId, inOneBucket(seriesOf(condition, range, now), range));
}

/**
 * Returns the index of the bucket that represents the range: the one whose start is nearest. The store may return
 * buckets of whole hours, which do not start exactly at the start of the range.
 */
function nearestBucket({ times }: TimeSeries, { from }: TimeRange): number {
  const distances = times.map((start) => Math.abs(start - from));
  return distances.indexOf(Math.min(...distances));
}

export function isComparison({ kind }: Pick<AlertCondition, "kind">): boolean {
  return kind === "INCREASE" || kind === "DECREASE";
}

export const noFigures: Figures = { value: null, count: 0 };

export interface GroupFigures {
  readonly name: string;
  readonly figures: readonly Figures[];
}

/** Figures of each group by its id, largest groups first. Records without a group are left out. */
export function groupFigures(
  metric: TimeSeriesMetric,
  { lines, times }: TimeSeries,
): { readonly groups: ReadonlyMap<string, GroupFigures>; readonly hasMore: boolean } {
  const byGroup = Map.groupBy(
    lines.filter(({ isOther, group }) => !isOther && group !== null),
    ({ groupId, group }) => groupId ?? group,
  );
  const groups = [...byGroup].flatMap(([id, ofGroup]): [string, GroupFigures][] => {
    const name = ofGroup[0]?.group ?? null;
    return id === null || name === null ? [] : [[id, { name, figures: figuresOf(metric, { lines: ofGroup, times }) }]];
  });
  return { groups: new Map(groups), hasMore: lines.some(({ isOther }) => isOther) };
}

export function figuresOf(metric: TimeSeriesMetric, { lines, times }: Pick<TimeSeries, "lines" | "times">): Figures[] {
  const valuesOf = (name: TimeSeriesMetric): readonly (number | null)[] =>
    lines.find((line) => line.metric === name)?.values ?? [];
  const values = valuesOf(metric);
  const counts = valuesOf(countMetric(metric));
  return times.map((_, index) => ({ value: values[index] ?? null, count: counts[index] ?? 0 }));
}

/**
 * Returns the value to compare with the threshold. For `INCREASE` and `DECREASE`, it is the change from the previous
 * period in percent.
 */
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
/** First Monday after the epoch, in milliseconds. Weekly buckets of the store start on Mondays. */
const firstMonday = 4 * 86_400_000;

/** Sets the bucket length and offset of a query, so that one bucket covers exactly the range. */
function inOneBucket(query: TimeSeriesQuery, { from, to }: TimeRange): TimeSeriesQuery {
  const bucketLength = to - from;
  const anchor = bucketLength % week === 0 ? firstMonday : 0;
  return { ...query, bucketLength, offset: anchor - (from % bucketLength) };
}
