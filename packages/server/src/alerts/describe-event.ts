import { isJsonObject } from "../records/json-values.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { AlertKind, AlertPeriod, AlertProblem } from "../store/alerts.ts";
import type { TimeSeriesMetric } from "../store/analytics.ts";
import type { DeliveryEvent } from "../store/channels.ts";

/** An event to notify a channel of. `TEST` is the event that a user sends to try out a channel. */
export interface NotifiedEvent {
  /** Id of the event, the same each time the event is sent. */
  readonly id: string;
  readonly event: DeliveryEvent | "TEST";
  /** Epoch milliseconds. */
  readonly at: number;
  readonly data: JsonObject;
}

export interface EventText {
  readonly type: string;
  readonly title: string;
  /** One sentence; empty if the title is enough. */
  readonly text: string;
  /** Path of the event's page in the UI, relative to the project's path. */
  readonly path: string;
}

/** Maximum length of a group's name in a title, in characters. */
const maxGroupLength = 100;

const metricNames: Readonly<Record<TimeSeriesMetric, string>> = {
  threadCount: "Number of threads",
  runCount: "Number of runs",
  stepCount: "Number of steps",
  generationCount: "Number of generations",
  errorCount: "Number of errors",
  generationErrorCount: "Number of generation errors",
  tokenCount: "Tokens",
  inputTokenCount: "Input tokens",
  outputTokenCount: "Output tokens",
  cost: "Cost",
  latencyP50: "Median step latency",
  latencyP95: "95th percentile of the step latency",
  latencyP99: "99th percentile of the step latency",
  durationP50: "Median generation latency",
  durationP95: "95th percentile of the generation latency",
  durationP99: "99th percentile of the generation latency",
  ttFirstTokenP50: "Median time to first token",
  ttFirstTokenP95: "95th percentile of the time to first token",
  ttFirstTokenP99: "99th percentile of the time to first token",
  activeUserCount: "Number of active users",
  scoreCount: "Number of scores",
  scoreAverage: "Average score",
};

const periodNames: Readonly<Record<AlertPeriod, string>> = {
  FIVE_MINUTES: "in the last 5 minutes",
  FIFTEEN_MINUTES: "in the last 15 minutes",
  HOUR: "in the last hour",
  SIX_HOURS: "in the last 6 hours",
  DAY: "in the last 24 hours",
  WEEK: "in the last 7 days",
  CALENDAR_DAY: "today (UTC)",
  CALENDAR_MONTH: "this month (UTC)",
};

const problemTexts: Readonly<Record<string, (period: string) => string>> = {
  TOO_FEW_RECORDS: (period) => `There are too few records ${period}.`,
  NO_VALUE: (period) => `No record has a value ${period}.`,
  NO_PREVIOUS_VALUE: () => "The previous period has no value, or the value 0, so that no change can be computed.",
  JUDGE_NOT_MEASURED: () => "The judge of the scores lacks recent human labels.",
  GROUP_NOT_MEASURED: () => "The group has no recent records, or is not among the largest groups.",
} satisfies Record<AlertProblem, (period: string) => string>;

/**
 * Describes an event for people. Only two parts of the text can contain personal data: the name of a record, and the
 * name of an alert's group.
 */
export function describeEvent({ event, data }: Pick<NotifiedEvent, "data" | "event">): EventText {
  const name = textOf(data["name"]);
  switch (event) {
    case "ALERT_CHANGED":
      return describeAlert(data);
    case "PROMPT_PROMOTED":
      return {
        type: "prompt.promoted",
        title: `Prompt promoted: ${name}`,
        text: `Version ${textOf(data["version"])} is now the default.`,
        path: `prompts/${encodeURIComponent(textOf(data["promptLineageId"]))}`,
      };
    case "EXPERIMENT_FINISHED":
      return {
        type: "experiment.finished",
        title: `Experiment finished: ${name}`,
        text: `${textOf(data["doneCount"])} of ${textOf(data["itemCount"])} items succeeded, ${textOf(data["failedCount"])} failed.`,
        path: `experiments/${encodeURIComponent(textOf(data["experimentId"]))}`,
      };
    case "DATASET_CHANGED":
      return {
        type: "dataset.changed",
        title: `Dataset changed: ${name}`,
        text: `Its version is now ${textOf(data["version"])}.`,
        path: `datasets/${encodeURIComponent(textOf(data["datasetId"]))}`,
      };
    case "QUEUE_EMPTY":
      return {
        type: "queue.empty",
        title: `Review queue empty: ${name}`,
        text: "All of its items were reviewed.",
        path: `review-queues/${encodeURIComponent(textOf(data["queueId"]))}`,
      };
    case "TEST":
      return {
        type: "test",
        title: "Test notification from Threadline",
        text: "This channel works.",
        path: "channels",
      };
  }
}

function describeAlert(data: JsonObject): EventText {
  const { state, name, alertId, level, group } = data;
  const of = typeof group === "string" ? ` (${shortened(group)})` : "";
  const titles: Readonly<Record<string, string>> = { FIRING: "Alert firing", NO_DATA: "Alert without data" };
  return {
    type: "alert.changed",
    title: `${isEarly(level) ? `Budget at ${level}%` : (titles[textOf(state)] ?? "Alert resolved")}: ${textOf(name)}${of}`,
    text: valueText(data),
    path: `alerts/${encodeURIComponent(textOf(alertId))}`,
  };
}

function shortened(group: string): string {
  return group.length <= maxGroupLength ? group : `${group.slice(0, maxGroupLength)}…`;
}

function isEarly(level: JsonValue | undefined): level is number {
  return typeof level === "number" && level < 100;
}

function valueText(data: JsonObject): string {
  const { value, problem, perRecord } = data;
  const period = periodNames[data["period"] as AlertPeriod];
  if (typeof value !== "number") return problemTexts[textOf(problem)]?.(period) ?? "";
  const metric = data["metric"] as TimeSeriesMetric;
  const named = perRecord === true ? `${metricNames[metric]} per record` : metricNames[metric];
  const kind = data["kind"] as AlertKind;
  if (kind === "ABSENCE") return value === 0 ? `No records ${period}.` : `${formatNumber(value)} records ${period}.`;
  const threshold = typeof data["threshold"] === "number" ? data["threshold"] : 0;
  if (kind === "INCREASE" || kind === "DECREASE") {
    const change = `${value > 0 ? "+" : ""}${formatNumber(value)}%`;
    const sign = kind === "INCREASE" ? "+" : "-";
    return `${named} ${period}: ${change} vs. previous period; the threshold is ${sign}${formatNumber(threshold)}%.`;
  }
  const unit = (number: number): string => formatValue(metric, number);
  return `${named} ${period}: ${unit(value)}; the alert fires ${kind === "ABOVE" ? "above" : "below"} ${unit(threshold)}.`;
}

function formatValue(metric: TimeSeriesMetric, value: number): string {
  if (metric === "cost") return `$${formatNumber(value)}`;
  if (metric.startsWith("ttFirstToken")) return `${formatNumber(value)} ms`;
  return metric.startsWith("latency") || metric.startsWith("duration")
    ? `${formatNumber(value)} s`
    : formatNumber(value);
}

function formatNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: Math.abs(value) >= 1_000 ? 6 : 4 });
}

function textOf(value: JsonValue | undefined): string {
  if (value == null || isJsonObject(value)) return "";
  return String(value);
}
