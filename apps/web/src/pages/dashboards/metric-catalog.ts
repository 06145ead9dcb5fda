import type { TimeSeriesDimension, TimeSeriesMetric, WidgetChart } from "../../generated/dashboards.ts";
import type { ChartLine, ValueKind } from "../dashboard/charts.ts";
import { type Condition, hasError } from "../logs/filters/condition.ts";
import type { LogResource } from "../logs/log-resource.ts";

interface MetricFacts {
  readonly kind: ValueKind;
  /** Whether the value for all records is the sum of the values of the groups. */
  readonly isSum: boolean;
  readonly dimensions: readonly TimeSeriesDimension[];
  /**
   * Log list of the records from which the metric is computed. A widget's query has the syntax of this list's search.
   */
  readonly log: Omit<ChartLine, "color" | "metric">;
}

const ofSteps: readonly TimeSeriesDimension[] = [
  "model",
  "provider",
  "promptId",
  "name",
  "type",
  "environment",
  "apiKey",
  "participant",
];

const generations: MetricFacts["log"] = { resource: "generations" };

function ofStep(log: MetricFacts["log"], change: Partial<MetricFacts> = {}): MetricFacts {
  return { kind: "number", isSum: true, dimensions: ofSteps, log, ...change };
}

const steps: MetricFacts["log"] = { resource: "steps" };
const slowSteps = ofStep({ resource: "steps", order: "duration:DESC" }, { kind: "seconds", isSum: false });
const slowCalls = ofStep({ ...generations, order: "duration:DESC" }, { kind: "seconds", isSum: false });
const lateTokens = ofStep({ ...generations, order: "duration:DESC" }, { kind: "milliseconds", isSum: false });
const tokens = ofStep({ ...generations, order: "tokenCount:DESC" });
const ofScores = { dimensions: ["scoreName"] } as const;

/** Metrics of `timeSeries`, in the order in which the editor shows them. */
export const metricCatalog: Readonly<Record<TimeSeriesMetric, MetricFacts>> = {
  cost: ofStep({ ...generations, order: "cost:DESC" }, { kind: "cost" }),
  tokenCount: tokens,
  inputTokenCount: tokens,
  outputTokenCount: tokens,
  threadCount: ofStep({ resource: "threads" }, { dimensions: ["environment", "participant"] }),
  runCount: ofStep({ resource: "runs", all: true }),
  stepCount: ofStep(steps),
  generationCount: ofStep(generations),
  activeUserCount: ofStep(steps, { isSum: false, dimensions: ["environment"] }),
  errorCount: ofStep({ ...steps, filters: [hasError] }),
  generationErrorCount: ofStep({ ...generations, filters: [hasError] }),
  latencyP50: slowSteps,
  latencyP95: slowSteps,
  latencyP99: slowSteps,
  durationP50: slowCalls,
  durationP95: slowCalls,
  durationP99: slowCalls,
  ttFirstTokenP50: lateTokens,
  ttFirstTokenP95: lateTokens,
  ttFirstTokenP99: lateTokens,
  scoreCount: ofStep({ resource: "scores" }, ofScores),
  scoreAverage: ofStep({ resource: "scores" }, { ...ofScores, isSum: false }),
};

export const metricNames = Object.keys(metricCatalog) as TimeSeriesMetric[]; // the keys are the metrics

export const widgetCharts: readonly WidgetChart[] = ["line", "area", "bar", "table", "number", "heatMap"];

export function dimensionsOf(metrics: readonly TimeSeriesMetric[]): TimeSeriesDimension[] {
  const [first, ...others] = metrics.map((metric) => metricCatalog[metric].dimensions);
  return (first ?? []).filter((dimension) => others.every((known) => known.includes(dimension)));
}

export function mayHaveSeveral(chart: WidgetChart, isGrouped: boolean): boolean {
  return chart === "table" || (!isGrouped && (chart === "line" || chart === "area"));
}

/**
 * Returns the unit of a metric. The metrics of a chart share an axis, so they must have the same unit; those of a table
 * need not.
 */
function unitOf(metric: TimeSeriesMetric): string {
  if (metric === "scoreAverage") return metric;
  return metric.endsWith("okenCount") ? "tokens" : metricCatalog[metric].kind;
}

export function addableMetrics(chart: WidgetChart, metrics: readonly TimeSeriesMetric[]): TimeSeriesMetric[] {
  const [first] = metrics;
  return metricNames.filter((metric) => {
    if (chart === "area" && !metricCatalog[metric].isSum) return false;
    if (chart === "table") return mayCombine([...metrics, metric]);
    return first === undefined || unitOf(metric) === unitOf(first);
  });
}

/**
 * Whether a table can show the metrics together. A table with `scoreAverage` is always grouped by score name, because
 * scores with different names may have different scales. Its other metrics must support this grouping too.
 */
function mayCombine(metrics: readonly TimeSeriesMetric[]): boolean {
  return !metrics.includes("scoreAverage") || dimensionsOf(metrics).includes("scoreName");
}

/**
 * Returns the log list that the query of a widget with these metrics searches. If the metrics belong to different lists
 * of runs, steps and generations, the list of steps is searched, because it contains all of them. Metrics of threads or
 * scores cannot be combined with metrics of other lists, so the result is then undefined.
 */
export function queriedList(metrics: readonly TimeSeriesMetric[]): LogResource | undefined {
  const lists = [...new Set(metrics.map((metric) => metricCatalog[metric].log.resource))];
  const [first, ...others] = lists;
  if (others.length === 0) return first;
  return lists.some((list) => list === "threads" || list === "scores") ? undefined : "steps";
}

/**
 * Returns the condition that selects the records of a group. Returns undefined if the list cannot be filtered by the
 * dimension.
 */
export function groupCondition(
  dimension: TimeSeriesDimension,
  resource: LogResource,
  group: string,
): Condition | undefined {
  const field = groupFields[dimension][resource];
  if (field === undefined) return undefined;
  return listFields.has(field) ? { field, operator: "in", value: [group] } : { field, operator: "eq", value: group };
}

function inSteps(field: string): Partial<Record<LogResource, string>> {
  return { runs: field, steps: field, generations: field };
}

/**
 * Filter field of each log list, by dimension. A filter for a prompt needs two fields, name and version, so `promptId`
 * has no field here.
 */
const groupFields: Readonly<Record<TimeSeriesDimension, Partial<Record<LogResource, string>>>> = {
  model: inSteps("model"),
  provider: inSteps("provider"),
  promptId: {},
  name: inSteps("name"),
  type: { steps: "type", generations: "stepType" },
  environment: { ...inSteps("environment"), threads: "environment" },
  apiKey: inSteps("apiKey"),
  participant: {
    threads: "participantIdentifiers",
    runs: "participantIdentifiers",
    steps: "participantIdentifiers",
    generations: "participant",
  },
  scoreName: { scores: "name" },
};

const listFields: ReadonlySet<string> = new Set(["participantIdentifiers", "participant", "apiKey"]);
