import type { AlertInput } from "@threadline/schema/server";
import type { JsonObject } from "../json/json-value.ts";
import type { AlertContent, AlertKind, AlertPeriod } from "../store/alerts.ts";
import {
  metricDimensions,
  type AnalyzedResource,
  type TimeSeriesDimension,
  type TimeSeriesMetric,
} from "../store/analytics.ts";
import { readTimeSeries } from "./analytics.ts";
import { badInput, type ErrorReason } from "./errors.ts";
import { readId } from "./ids.ts";
import { recordLimits } from "./limits.ts";
import { readRequiredName, readText } from "./text.ts";
import { toStoredFilters } from "./views.ts";

/** Metrics whose value is 0, and not unknown, if there are no records. */
const additive: ReadonlySet<TimeSeriesMetric> = new Set<TimeSeriesMetric>([
  "threadCount",
  "runCount",
  "stepCount",
  "generationCount",
  "errorCount",
  "generationErrorCount",
  "tokenCount",
  "inputTokenCount",
  "outputTokenCount",
  "cost",
  "scoreCount",
]);

/**
 * Whether the values of a metric can be added up. For example, the error count of a day is the sum of the error counts
 * of its hours.
 */
export function isAdditive(metric: TimeSeriesMetric): boolean {
  return additive.has(metric);
}

/** Returns the metric that counts the records from which `metric` is computed. */
export function countMetric(metric: TimeSeriesMetric): TimeSeriesMetric {
  if (metric === "threadCount" || metric === "runCount" || metric === "generationCount") return metric;
  if (metric.startsWith("score")) return "scoreCount";
  const isOfSteps = metric.startsWith("latency") || metric === "errorCount" || metric === "activeUserCount";
  return isOfSteps || metric === "stepCount" ? "stepCount" : "generationCount";
}

/** Whether a period starts at midnight UTC instead of ending now. */
export function isCalendar(period: AlertPeriod): period is "CALENDAR_DAY" | "CALENDAR_MONTH" {
  return period === "CALENDAR_DAY" || period === "CALENDAR_MONTH";
}

/** Reads the content of an alert. `now` is the time from which relative times in the query are computed. */
export function readAlert(input: AlertInput, now: number): AlertContent {
  const {
    metric,
    kind,
    period,
    filters,
    groupBy = null,
    perRecord = false,
    includesExperiments,
    requiresMeasuredJudge,
  } = input;
  const name = readText("alert.name", readRequiredName("alert.name", input.name).trim(), recordLimits.idLength);
  const resource = input.resource ?? null;
  const query = readText("alert.query", input.query?.trim() || null, recordLimits.widgetQueryLength) ?? null;
  const series = { metrics: [metric, countMetric(metric)], from: now - 1, to: now, resource, query };
  readTimeSeries({ ...series, filters: filters ?? null, groupBy }, now);
  if (perRecord && (!isAdditive(metric) || countMetric(metric) === metric)) {
    throw badInput("alert.perRecord", `does not apply to the metric ${metric}`);
  }
  const warnsEarly = input.warnsEarly ?? isCalendar(period);
  if (warnsEarly && !isCalendar(period))
    throw badInput("alert.warnsEarly", "must be false unless the period is CALENDAR_DAY or CALENDAR_MONTH");
  if (isCalendar(period)) {
    if (kind !== "ABOVE") throw badInput("alert.period", `${period} requires the kind ABOVE`);
    if (!isAdditive(metric) || perRecord)
      throw badInput("alert.period", `${period} requires a metric that is a sum, without perRecord`);
  }
  return {
    name,
    metric,
    perRecord: perRecord ?? false,
    resource,
    filters: toStoredFilters(filters),
    query,
    includesExperiments: includesExperiments ?? false,
    groupBy,
    kind,
    ...readLimits(input),
    period,
    forSeconds: readInteger("alert.forSeconds", input.forSeconds ?? 0, recordLimits.alertDuration, "DURATION_TOO_LONG"),
    minimumCount: readInteger("alert.minimumCount", input.minimumCount ?? 0, 1_000_000_000),
    requiresMeasuredJudge: requiresMeasuredJudge ?? false,
    channelIds: readChannelIds(input.channelIds ?? []),
    warnsEarly,
    isOn: input.isOn ?? false,
  };
}

/**
 * Completes the input of an update with the values of the stored alert. Omits values that do not apply to the new kind
 * or period of the alert.
 */
export function changedInput(before: AlertContent, input: AlertInput): AlertInput {
  const { threshold, recoverAt, warnsEarly, filters, channelIds, ...others } = before;
  const kept = {
    ...others,
    filters: filters.map((filter) => ({ ...filter })),
    channelIds: [...channelIds],
    ...(input.kind !== "ABSENCE" && { threshold, recoverAt }),
    ...(isCalendar(input.period) && isCalendar(before.period) && { warnsEarly }),
  };
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as AlertInput; // required fields are never undefined
  return { ...kept, ...given };
}

/**
 * Reads the threshold and the recovery value. Throws if the recovery value is on the firing side of the threshold, for
 * example below the threshold of an alert of the kind `BELOW`.
 */
function readLimits({
  kind,
  threshold = null,
  recoverAt = null,
}: AlertInput): Pick<AlertContent, "recoverAt" | "threshold"> {
  if (kind === "ABSENCE") {
    if (threshold !== null) throw badInput("alert.threshold", "does not apply to the kind ABSENCE");
    if (recoverAt !== null) throw badInput("alert.recoverAt", "does not apply to the kind ABSENCE");
    return { threshold, recoverAt };
  }
  if (threshold === null) throw badInput("alert.threshold", `is required for the kind ${kind}`, undefined, "EMPTY");
  if (kind === "INCREASE" || kind === "DECREASE") {
    if (threshold < 0) throw badInput("alert.threshold", "must be a percentage, at least 0", 0, "TOO_SMALL");
  }
  if (recoverAt !== null && (kind === "BELOW" ? recoverAt < threshold : recoverAt > threshold)) {
    throw badInput(
      "alert.recoverAt",
      kind === "BELOW" ? "must be at least the threshold" : "must be at most the threshold",
      undefined,
      kind === "BELOW" ? "AT_LEAST_THRESHOLD" : "AT_MOST_THRESHOLD",
    );
  }
  return { threshold, recoverAt };
}

function readChannelIds(ids: readonly string[]): string[] {
  const limit = recordLimits.alertChannels;
  if (ids.length > limit) throw badInput("alert.channelIds", `at most ${limit} are allowed`, limit);
  return [...new Set(ids.map((id, index) => readId(`alert.channelIds[${index}]`, id)))];
}

function readInteger(field: string, value: number, most: number, reason: ErrorReason = "TOO_LARGE"): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  const message = `must be from 0 to ${most}`;
  throw value < 0 ? badInput(field, message, 0, "TOO_SMALL") : badInput(field, message, most, reason);
}

const kinds: Readonly<Record<AlertKind, true>> = {
  ABOVE: true,
  BELOW: true,
  INCREASE: true,
  DECREASE: true,
  ABSENCE: true,
};
const periods: Readonly<Record<AlertPeriod, true>> = {
  FIVE_MINUTES: true,
  FIFTEEN_MINUTES: true,
  HOUR: true,
  SIX_HOURS: true,
  DAY: true,
  WEEK: true,
  CALENDAR_DAY: true,
  CALENDAR_MONTH: true,
};
const dimensions: Readonly<Record<TimeSeriesDimension, true>> = {
  model: true,
  provider: true,
  promptId: true,
  name: true,
  type: true,
  environment: true,
  apiKey: true,
  participant: true,
  scoreName: true,
};
const resources: Readonly<Record<AnalyzedResource, true>> = {
  threads: true,
  steps: true,
  runs: true,
  generations: true,
  scores: true,
};

/** Throws unless an alert from an exported project is valid. */
export function checkAlert(record: JsonObject, now: number): void {
  const { name, metric, kind, period, resource, filters, channelIds } = record;
  if (typeof name !== "string") throw badInput("alert.name", "must be a string");
  requireKey("alert.metric", metric, metricDimensions);
  requireKey("alert.kind", kind, kinds);
  requireKey("alert.period", period, periods);
  if (resource !== null) requireKey("alert.resource", resource, resources);
  if (record["groupBy"] != null) requireKey("alert.groupBy", record["groupBy"], dimensions);
  if (!Array.isArray(filters)) throw badInput("alert.filters", "must be a list of objects");
  if (!Array.isArray(channelIds) || !channelIds.every((id) => typeof id === "string")) {
    throw badInput("alert.channelIds", "must be a list of strings");
  }
  for (const field of ["threshold", "recoverAt"]) {
    const value = record[field];
    if (value !== null && typeof value !== "number") throw badInput(`alert.${field}`, "must be a number or null");
  }
  for (const field of ["forSeconds", "minimumCount"]) {
    if (typeof record[field] !== "number") throw badInput(`alert.${field}`, "must be an integer");
  }
  for (const field of ["perRecord", "includesExperiments", "requiresMeasuredJudge", "isOn"]) {
    if (typeof record[field] !== "boolean") throw badInput(`alert.${field}`, "must be true or false");
  }
  if (record["warnsEarly"] !== undefined && typeof record["warnsEarly"] !== "boolean") {
    throw badInput("alert.warnsEarly", "must be true or false");
  }
  if (record["query"] !== null && typeof record["query"] !== "string") {
    throw badInput("alert.query", "must be a string or null");
  }
  readAlert({ warnsEarly: false, ...record } as unknown as AlertInput, now); // each field is checked above; `readFilters` checks the filters
}

function requireKey(field: string, value: unknown, known: object): void {
  if (typeof value === "string" && Object.hasOwn(known, value)) return;
  throw badInput(field, `must be one of ${Object.keys(known).join(", ")}`);
}
