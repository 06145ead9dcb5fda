import type { DashboardInput, WidgetInput } from "@threadline/schema/server";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import {
  type AnalyzedResource,
  metricDimensions,
  type TimeSeriesDimension,
  type TimeSeriesMetric,
  type TimeSeriesQuery,
} from "../store/analytics.ts";
import type { DashboardRecord, WidgetChart, WidgetRecord } from "../store/dashboards.ts";
import { readTimeSeries } from "./analytics.ts";
import { badInput, RecordError } from "./errors.ts";
import { isJsonObject } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readRequiredName, readText } from "./text.ts";

const { gridColumns, gridRows, widgetMetrics, widgetQueryLength } = recordLimits;
const minSize = 2;
const maxHeight = 24;
const maxGroups = 50;
const defaultGroups = 8;

const charts: Readonly<Record<WidgetChart, true>> = {
  line: true,
  area: true,
  bar: true,
  table: true,
  number: true,
  heatMap: true,
};

const resources: ReadonlySet<JsonValue> = new Set<AnalyzedResource>([
  "threads",
  "steps",
  "runs",
  "generations",
  "scores",
]);

/** Reads the content of a dashboard. The query of each widget must be a valid time series query. */
export function readDashboard(
  { name, description, widgets }: DashboardInput,
  now: number,
): Pick<DashboardRecord, "description" | "name" | "widgets"> {
  const limit = recordLimits.widgets;
  if (widgets && widgets.length > limit) throw badInput("dashboard.widgets", `at most ${limit} are allowed`, limit);
  return {
    name: readText("dashboard.name", readRequiredName("dashboard.name", name), recordLimits.idLength),
    description: readText("dashboard.description", description, recordLimits.nameLength) ?? null,
    widgets: (widgets ?? []).map((widget, index) => readWidget(widget, `dashboard.widgets[${index}]`, now)),
  };
}

/** Throws unless the widgets of an exported dashboard are valid. */
export function checkDashboard(record: JsonObject, now: number): void {
  const { name, description, widgets } = record;
  if (typeof name !== "string") throw badInput("dashboard.name", "must be a string");
  if (description !== null && typeof description !== "string")
    throw badInput("dashboard.description", "must be a string");
  if (!Array.isArray(widgets)) throw badInput("dashboard.widgets", "must be a list of objects");
  const checked = widgets.map((widget, index) => checkWidget(widget, `dashboard.widgets[${index}]`));
  readDashboard({ name, description, widgets: checked }, now);
}

function checkWidget(widget: JsonValue, field: string): WidgetInput {
  if (!isJsonObject(widget)) throw badInput(field, "must be an object");
  const { title, chart, metrics, groupBy, resource, query } = widget;
  if (typeof title !== "string") throw badInput(`${field}.title`, "must be a string");
  if (typeof chart !== "string" || !Object.hasOwn(charts, chart)) {
    throw badInput(`${field}.chart`, `must be one of ${Object.keys(charts).join(", ")}`);
  }
  if (!Array.isArray(metrics) || !metrics.every(isMetric)) {
    throw badInput(`${field}.metrics`, `must be a list of ${Object.keys(metricDimensions).join(", ")}`);
  }
  if (groupBy !== null && typeof groupBy !== "string") throw badInput(`${field}.groupBy`, "must be a string or null");
  if (resource !== null && !resources.has(resource ?? "")) {
    throw badInput(`${field}.resource`, `must be null or one of ${[...resources].join(", ")}`);
  }
  if (query !== null && typeof query !== "string") throw badInput(`${field}.query`, "must be a string or null");
  for (const name of ["groupLimit", "column", "row", "width", "height"]) {
    if (!Number.isSafeInteger(widget[name])) throw badInput(`${field}.${name}`, "must be an integer");
  }
  return widget as unknown as WidgetInput; // each field is checked above; `readWidget` rejects unknown dimensions
}

function isMetric(value: JsonValue): boolean {
  return typeof value === "string" && Object.hasOwn(metricDimensions, value);
}

function readWidget(widget: WidgetInput, field: string, now: number): WidgetRecord {
  const { chart } = widget;
  const query = readText(`${field}.query`, widget.query?.trim() || null, widgetQueryLength) ?? null;
  const groupBy = widget.groupBy ?? null;
  const resource = widget.resource ?? null;
  const { metrics } = readSeries({ metrics: widget.metrics, groupBy, resource, query }, field, now);
  checkMetrics(metrics, field, { chart, groupBy });
  const column = readInteger(widget.column, `${field}.column`, 0, gridColumns - minSize);
  return {
    title: readText(`${field}.title`, widget.title, recordLimits.idLength) ?? "",
    chart,
    metrics,
    groupBy,
    groupLimit: readInteger(widget.groupLimit ?? defaultGroups, `${field}.groupLimit`, 1, maxGroups),
    resource,
    query,
    column,
    row: readInteger(widget.row, `${field}.row`, 0, gridRows - 1),
    width: readInteger(widget.width, `${field}.width`, minSize, gridColumns - column),
    height: readInteger(widget.height, `${field}.height`, minSize, maxHeight),
  };
}

function readSeries(
  series: Pick<WidgetRecord, "groupBy" | "metrics" | "query" | "resource">,
  field: string,
  now: number,
): TimeSeriesQuery {
  try {
    return readTimeSeries({ ...series, metrics: [...series.metrics], from: now - 1, to: now }, now);
  } catch (error) {
    if (!(error instanceof RecordError) || typeof error.extensions["field"] !== "string") throw error;
    throw new RecordError(error.code, `${field}.${error.message}`, {
      ...error.extensions,
      field: `${field}.${error.extensions["field"]}`,
    });
  }
}

function checkMetrics(
  metrics: readonly TimeSeriesMetric[],
  field: string,
  { chart, groupBy }: { readonly chart: WidgetChart; readonly groupBy: TimeSeriesDimension | null },
): void {
  if (metrics.length > widgetMetrics) {
    throw badInput(`${field}.metrics`, `at most ${widgetMetrics} are allowed`, widgetMetrics);
  }
  if (chart === "heatMap" && groupBy === null) throw badInput(`${field}.groupBy`, "is required for a heat map");
  if (chart === "number" && groupBy !== null)
    throw badInput(`${field}.groupBy`, "must be null for a number, which has no groups");
  const mayHaveSeveral = chart === "table" || (groupBy === null && (chart === "line" || chart === "area"));
  if (!mayHaveSeveral && metrics.length > 1) {
    throw badInput(
      `${field}.metrics`,
      "several metrics are allowed only in tables, and in line and area charts without groupBy",
      1,
    );
  }
  if (chart !== "table" && new Set(metrics.map(unitOf)).size > 1) {
    throw badInput(`${field}.metrics`, "must all have the same unit, except in a table");
  }
  for (const metric of metrics) {
    if (chart === "area" && !isSum(metric)) throw badInput(`${field}.metrics`, `${metric} cannot be stacked`);
  }
}

function unitOf(metric: TimeSeriesMetric): string {
  if (metric === "cost" || metric === "scoreAverage") return metric;
  if (metric.startsWith("ttFirstToken")) return "milliseconds";
  return metric.startsWith("latency") || metric.startsWith("duration") ? "seconds" : "count";
}

/**
 * Whether the values of groups add up to the total. For `activeUserCount` they do not, because a user who occurs in
 * several groups counts only once in the total.
 */
function isSum(metric: TimeSeriesMetric): boolean {
  return metric === "cost" || (metric.endsWith("Count") && metric !== "activeUserCount");
}

function readInteger(value: number, field: string, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw badInput(field, `must be between ${least} and ${most}`, value < least ? least : most);
}
