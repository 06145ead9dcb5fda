import type { AddAlertMutationVariables, AlertFieldsFragment } from "../../generated/alerts.ts";
import { numberText, parseNumber } from "../../ui/number-text.ts";
import { dimensionsOf, metricCatalog } from "../dashboards/metric-catalog.ts";
import type { LogResource } from "../logs/log-resource.ts";
import { conditionsOf } from "../logs/log-conditions.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { searchField } from "../logs/search-field.ts";

export type AlertInput = AddAlertMutationVariables["alert"];
export type Metric = AlertInput["metric"];

export const kinds = ["ABOVE", "BELOW", "INCREASE", "DECREASE", "ABSENCE"] as const;
export const periods = [
  "FIVE_MINUTES",
  "FIFTEEN_MINUTES",
  "HOUR",
  "SIX_HOURS",
  "DAY",
  "WEEK",
  "CALENDAR_DAY",
  "CALENDAR_MONTH",
] as const;

export interface AlertDraft {
  readonly name: string;
  readonly metric: Metric;
  readonly perRecord: boolean;
  readonly search: LogSearch;
  readonly includesExperiments: boolean;
  /**
   * Dimension, such as the user, by which records are grouped. The alert is evaluated for each group separately. Null
   * evaluates all records together.
   */
  readonly groupBy: AlertFieldsFragment["groupBy"];
  readonly kind: (typeof kinds)[number];
  readonly threshold: string;
  readonly recoverAt: string;
  readonly period: (typeof periods)[number];
  readonly forSeconds: string;
  readonly minimumCount: string;
  readonly requiresMeasuredJudge: boolean;
  readonly channelIds: readonly string[];
  readonly warnsEarly: boolean;
  readonly isOn: boolean;
}

export const emptyDraft: AlertDraft = {
  name: "",
  metric: "errorCount",
  perRecord: true,
  search: {},
  includesExperiments: false,
  groupBy: null,
  kind: "ABOVE",
  threshold: numberText(5),
  recoverAt: "",
  period: "HOUR",
  forSeconds: "0",
  minimumCount: "10",
  requiresMeasuredJudge: false,
  channelIds: [],
  warnsEarly: true,
  isOn: true,
};

export const budgetDraft: AlertDraft = {
  ...emptyDraft,
  metric: "cost",
  perRecord: false,
  includesExperiments: true,
  threshold: "",
  period: "CALENDAR_MONTH",
  minimumCount: "0",
};

/** Starts an alert from a chart: the draft has the chart's metric and query. */
export function metricDraft(metric: Metric, query: string | undefined): AlertDraft {
  const draft = changed(emptyDraft, { metric });
  const search = query === undefined ? {} : { query };
  if (isErrorCount(metric)) return { ...draft, search };
  return { ...draft, search, perRecord: false, threshold: "", minimumCount: "0" };
}

export function draftOf(alert: AlertFieldsFragment): AlertDraft {
  const filters = alert.filters.map(({ path, ...filter }) => ({ ...filter, ...(path !== null && { path }) }));
  const isWhole = alert.resource === "runs" && filters.length === 0;
  return {
    ...alert,
    search: {
      ...(filters.length > 0 && { filters }),
      ...(alert.query !== null && { query: alert.query }),
      ...(isWhole && { all: true }),
    },
    threshold: textOf(alert.threshold, alert),
    recoverAt: textOf(alert.recoverAt, alert),
    forSeconds: numberText(alert.forSeconds),
    minimumCount: numberText(alert.minimumCount),
  };
}

/**
 * Returns the text of a threshold. A rate is converted to percent, and `numberText` removes the rounding error of the
 * multiplication.
 */
function textOf(value: number | null, measured: Measured): string {
  if (value === null) return "";
  return numberText(isRate(measured) ? value * 100 : value);
}

function thresholdOf(text: string, measured: Measured): number | null {
  const value = parseNumber(text);
  if (value === undefined) return null;
  return isRate(measured) ? Number((value / 100).toPrecision(12)) : value;
}

export function listOf(metric: Metric): LogResource {
  return metricCatalog[metric].log.resource;
}

export function isErrorCount(metric: Metric): metric is "errorCount" | "generationErrorCount" {
  return metric === "errorCount" || metric === "generationErrorCount";
}

export type Measured = Pick<AlertInput, "kind" | "metric" | "perRecord">;

/** Whether the alert's value is a fraction that is shown as a percentage. */
export function isRate({ kind, metric, perRecord }: Measured): boolean {
  return perRecord === true && isErrorCount(metric) && (kind === "ABOVE" || kind === "BELOW");
}

/** Whether the alert can use the metric's average per record instead of its sum. */
export function mayBePerRecord(metric: Metric): boolean {
  return ["errorCount", "generationErrorCount", "tokenCount", "inputTokenCount", "outputTokenCount", "cost"].includes(
    metric,
  );
}

export function isSum(metric: Metric): boolean {
  return metricCatalog[metric].isSum;
}

export function isCalendar(period: AlertDraft["period"]): boolean {
  return period === "CALENDAR_DAY" || period === "CALENDAR_MONTH";
}

/**
 * Changes fields of a draft. Resets other fields that are not possible together with the new values, such as a grouping
 * that the new metric does not support.
 */
export function changed(draft: AlertDraft, part: Partial<AlertDraft>): AlertDraft {
  const given = { ...draft, ...part };
  const isKnown = given.groupBy !== null && dimensionsOf([given.metric]).includes(given.groupBy);
  const next = { ...given, groupBy: isKnown ? given.groupBy : null };
  const search = part.metric !== undefined && listOf(part.metric) !== listOf(draft.metric) ? {} : next.search;
  const perRecord = next.perRecord && mayBePerRecord(next.metric);
  if (!isCalendar(next.period)) return { ...next, search, perRecord };
  if (!isSum(next.metric)) return { ...next, search, perRecord, period: "DAY" };
  return { ...next, search, perRecord: false, kind: "ABOVE" };
}

/** Name of the first field whose number is not valid; null if all numbers are valid. */
export function invalidField(draft: AlertDraft): "threshold" | "recoverAt" | "forSeconds" | "minimumCount" | null {
  if (draft.kind !== "ABSENCE" && parseNumber(draft.threshold) === undefined) return "threshold";
  for (const field of ["recoverAt", "forSeconds", "minimumCount"] as const) {
    if (draft[field].trim() !== "" && parseNumber(draft[field]) === undefined) return field;
  }
  return null;
}

/** Returns the alert; null if a number is not valid. */
export function readDraft(draft: AlertDraft): AlertInput | null {
  if (invalidField(draft) !== null) return null;
  const resource = listOf(draft.metric);
  const filters = conditionsOf(draft.search, { textField: searchField(resource), now: 0, resource });
  const query = draft.search.query ?? null;
  const isAbsence = draft.kind === "ABSENCE";
  const isFiltered = filters.length > 0 || query !== null;
  const { name, metric, perRecord, includesExperiments, groupBy, kind, period, isOn } = draft;
  const { requiresMeasuredJudge, warnsEarly } = draft;
  return {
    name,
    metric,
    perRecord,
    // `resource` is the list whose fields the conditions use. It is null without conditions: the metric then counts all
    // records.
    resource: isFiltered ? resource : null,
    filters: isFiltered ? filters : null,
    query,
    includesExperiments,
    groupBy,
    kind,
    threshold: isAbsence ? null : thresholdOf(draft.threshold, draft),
    recoverAt: isAbsence ? null : thresholdOf(draft.recoverAt, draft),
    period,
    forSeconds: Math.round(parseNumber(draft.forSeconds) ?? 0),
    minimumCount: isAbsence ? 0 : Math.round(parseNumber(draft.minimumCount) ?? 0),
    requiresMeasuredJudge: requiresMeasuredJudge && metric.startsWith("score"),
    channelIds: [...draft.channelIds],
    warnsEarly: warnsEarly && isCalendar(period),
    isOn,
  };
}
