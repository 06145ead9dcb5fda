import type { DashboardSeriesQuery } from "../../generated/dashboard.ts";
import type { Condition } from "../logs/filters/condition.ts";
import type { LogResource } from "../logs/log-resource.ts";
import { isNoExperiment, type LogSearch, ofNoExperiment } from "../logs/log-search.ts";
import { type ChartDefinition, type ChartLine, groupColors } from "./charts.ts";
import type { Period } from "./dashboard-search.ts";

export type TimeSeries = DashboardSeriesQuery["timeSeries"];

/** Returns the period whose records a series counts. It can start and end within a bucket. */
export function countedPeriod({ countedFrom, countedTo }: Pick<TimeSeries, "countedFrom" | "countedTo">): Period {
  return { from: Date.parse(countedFrom), to: Date.parse(countedTo) };
}

/**
 * Returns the series of the previous period. Undefined if it cannot be compared, because its period has another length.
 */
export function comparableSeries(series: TimeSeries, before: TimeSeries | undefined): TimeSeries | undefined {
  const lengthOf = (each: TimeSeries): number => countedPeriod(each).to - countedPeriod(each).from;
  return before && lengthOf(before) === lengthOf(series) ? before : undefined;
}

/** Returns the part of a bucket whose records are counted. `isPartial`: whether it is not the whole bucket. */
export function bucketPeriod(series: TimeSeries, index: number): Period & { readonly isPartial: boolean } {
  const counted = countedPeriod(series);
  const start = Date.parse(series.times[index] ?? series.from);
  const end = start + series.bucketSeconds * 1000;
  const [from, to] = [Math.max(start, counted.from), Math.min(end, counted.to)];
  return { from, to, isPartial: from > start || to < end };
}

export interface DrawnLine {
  readonly definition: ChartLine;
  /**
   * Value of the group. Null for a chart without grouping, for the group of records without a value, and if `isOther`
   * is true.
   */
  readonly group: string | null;
  readonly isOther: boolean;
  readonly color: string;
  readonly values: readonly (number | null)[];
  readonly total: number | null;
  /** Number of scores in each bucket; undefined for a line that is not an average of scores. */
  readonly counts?: readonly (number | null)[] | undefined;
}

/** Returns the lines of a chart, omitting empty ones. */
export function linesOf(chart: ChartDefinition, series: TimeSeries): DrawnLine[] {
  return chart.lines.flatMap((definition) =>
    series.lines
      .filter((line) => line.metric === definition.metric && (chart.groupBy === undefined || hasValues(line)))
      .map((line, index) => ({
        definition,
        group: line.group,
        isOther: line.isOther,
        color: chart.groupBy === undefined ? definition.color : (groupColors[index % groupColors.length] ?? ""),
        values: chart.key === "cost" ? knownCosts(line, series) : line.values,
        total: line.total,
        counts: countsOf(line, series),
      })),
  );
}

/** Returns the number of scores in each bucket of an average, if the series contains it. */
export function countsOf({ metric, group, isOther }: TimeSeries["lines"][number], { lines }: TimeSeries) {
  if (metric !== "scoreAverage") return undefined;
  return lines.find((line) => line.metric === "scoreCount" && line.group === group && line.isOther === isOther)?.values;
}

/**
 * Returns the cost of a group in each bucket. The service returns null for a bucket whose generations have no price,
 * and also for a bucket without generations. For a bucket without generations, this function returns 0.
 */
export function knownCosts({ group, isOther, values }: TimeSeries["lines"][number], { lines }: TimeSeries) {
  const calls = lines.find(
    (line) => line.metric === "generationCount" && line.group === group && line.isOther === isOther,
  );
  return values.map((value, index) => value ?? (calls?.values[index] === 0 ? 0 : null));
}

/**
 * Whether a line has any data. Without records, most metrics are 0, so 0 does not count as data. A `scoreAverage` is
 * null without records, so 0 is an actual average.
 */
export function hasValues({
  metric,
  values,
}: {
  readonly metric: string;
  readonly values: readonly (number | null)[];
}): boolean {
  return values.some((value) => value !== null && (value !== 0 || metric === "scoreAverage"));
}

export function isDrawn({ definition, values }: DrawnLine): boolean {
  return hasValues({ metric: definition.metric, values });
}

export interface LogFilter {
  readonly environment: string | undefined;
  readonly exceptEnvironment?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export function logOfPoint({
  chart,
  line,
  ...options
}: LogFilter & {
  readonly chart: ChartDefinition;
  readonly line: DrawnLine;
  readonly from: number;
  readonly to: number;
}): LogTarget {
  const ofGroup: Condition[] =
    chart.groupField !== undefined && line.group !== null && !line.isOther
      ? [{ field: chart.groupField, operator: "eq", value: line.group }]
      : [];
  return logOfLine({ ...options, definition: line.definition, conditions: ofGroup });
}

/** Returns the conditions for the environments of a list. Scores have none, but those of experiments are excluded. */
export function environmentConditions(
  resource: LogResource,
  { environment, exceptEnvironment }: Pick<LogFilter, "environment" | "exceptEnvironment">,
): Condition[] {
  if (resource === "scores") return exceptEnvironment === isNoExperiment.value ? [ofNoExperiment] : [];
  return [
    ...(environment === undefined ? [] : [{ field: "environment", operator: "eq" as const, value: environment }]),
    ...(exceptEnvironment === undefined
      ? []
      : [{ field: "environment", operator: "neq" as const, value: exceptEnvironment }]),
  ];
}

export interface LogTarget {
  readonly resource: LogResource;
  readonly search: LogSearch;
}

export function logOfLine(
  options: LogFilter & {
    readonly definition: ChartLine;
    readonly from: number;
    readonly to: number;
    readonly conditions: readonly Condition[];
  },
): LogTarget {
  const { definition, from, to, conditions, tags } = options;
  const { resource, filters = [], order, all: hasAllRuns } = tags ? ofTagged(definition) : definition;
  const ofTags: Condition[] = tags ? [{ field: "tags", operator: "in", value: [...tags] }] : [];
  const all = [...filters, ...conditions, ...environmentConditions(resource, options), ...ofTags];
  return {
    resource,
    search: {
      ...(all.length > 0 && { filters: all }),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      order,
      ...(hasAllRuns && { all: hasAllRuns }),
    },
  };
}

/**
 * Returns the log list that a line of a chart links to while the dashboard filters by tags. The dashboard then counts
 * the steps that have the tags. Only the list of steps can show these, so lines about generations and users link to it.
 */
function ofTagged(line: ChartLine): Pick<ChartLine, "resource" | "filters" | "order" | "all"> {
  if (line.metric === "activeUserCount") return { resource: "steps" };
  if (line.resource !== "generations") return line;
  return { resource: "steps", filters: [...(line.filters ?? []), { field: "model", operator: "nis", value: null }] };
}

/**
 * Change from the previous value. `share` is a fraction of the previous value. Large changes are given as a multiple of
 * the previous value, and a change from 0 is `new`.
 */
export type Change =
  | { readonly kind: "share"; readonly share: number }
  | { readonly kind: "multiple"; readonly factor: number }
  | { readonly kind: "new" };

const maxShare = 10;

/** Returns the change; null if a value is missing, or if both are zero. */
export function changeOf(now: number | null, before: number | null): Change | null {
  if (now === null || before === null || (before === 0 && now === 0)) return null;
  if (before === 0) return { kind: "new" };
  const share = (now - before) / before;
  return share > maxShare ? { kind: "multiple", factor: Math.round(now / before) } : { kind: "share", share };
}
