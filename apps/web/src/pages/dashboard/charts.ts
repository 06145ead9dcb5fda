import type { TimeSeriesDimension, TimeSeriesMetric } from "../../generated/dashboard.ts";
import { type Condition, hasError } from "../logs/filters/condition.ts";
import type { LogResource } from "../logs/log-resource.ts";

export type ValueKind = "number" | "rate" | "cost" | "seconds" | "milliseconds";

export interface ChartLine {
  readonly metric: TimeSeriesMetric;
  readonly color: string;
  readonly resource: LogResource;
  readonly filters?: readonly Condition[];
  readonly order?: string;
  /** Whether the chart counts nested runs. The list that the chart links to then also shows nested runs. */
  readonly all?: true;
}

export interface ChartDefinition {
  readonly key: "volume" | "errors" | "latency" | "ttFirstToken" | "tokens" | "cost" | "users" | "scores";
  readonly kind: ValueKind;
  /** Kind of plot. Default: lines. Areas are stacked, for parts of a whole. */
  readonly plot?: "area" | "bar";
  readonly lines: readonly ChartLine[];
  readonly groupBy?: TimeSeriesDimension;
  readonly groupField?: string;
  readonly knowsEnvironment: boolean;
}

const percentiles = (
  name: "latency" | "ttFirstToken",
  target: Pick<ChartLine, "resource" | "order">,
): readonly ChartLine[] => [
  { metric: `${name}P50`, color: "--success", ...target },
  { metric: `${name}P95`, color: "--warning", ...target },
  { metric: `${name}P99`, color: "--danger", ...target },
];

export const charts: readonly ChartDefinition[] = [
  {
    key: "volume",
    kind: "number",
    lines: [
      { metric: "threadCount", color: "--step-message", resource: "threads" },
      { metric: "runCount", color: "--accent", resource: "runs", all: true },
      { metric: "generationCount", color: "--step-llm", resource: "generations" },
    ],
    knowsEnvironment: true,
  },
  {
    key: "errors",
    kind: "number",
    lines: [
      { metric: "errorCount", color: "--danger", resource: "steps", filters: [hasError] },
      { metric: "generationErrorCount", color: "--warning", resource: "generations", filters: [hasError] },
    ],
    knowsEnvironment: true,
  },
  { key: "latency", kind: "seconds", lines: percentiles("latency", { resource: "steps" }), knowsEnvironment: true },
  {
    key: "ttFirstToken",
    kind: "milliseconds",
    lines: percentiles("ttFirstToken", { resource: "generations", order: "duration:DESC" }),
    knowsEnvironment: true,
  },
  {
    key: "tokens",
    kind: "number",
    plot: "area",
    lines: [
      { metric: "inputTokenCount", color: "--step-message", resource: "generations", order: "tokenCount:DESC" },
      { metric: "outputTokenCount", color: "--step-tool", resource: "generations", order: "tokenCount:DESC" },
    ],
    knowsEnvironment: true,
  },
  {
    key: "cost",
    kind: "cost",
    plot: "area",
    lines: [{ metric: "cost", color: "--accent", resource: "generations" }],
    groupBy: "model",
    groupField: "model",
    knowsEnvironment: true,
  },
  {
    key: "users",
    kind: "number",
    plot: "bar",
    lines: [{ metric: "activeUserCount", color: "--step-message", resource: "threads" }],
    knowsEnvironment: true,
  },
  {
    key: "scores",
    kind: "number",
    lines: [{ metric: "scoreAverage", color: "--accent", resource: "scores" }],
    groupBy: "scoreName",
    groupField: "name",
    knowsEnvironment: false,
  },
];

/** Colors of groups. No two look alike, in either theme. */
export const groupColors = [
  "--step-message",
  "--step-llm",
  "--step-tool",
  "--accent",
  "--danger",
  "--series-magenta",
  "--series-olive",
  "--text",
];
