import type { TimeSeriesDimension, TimeSeriesMetric, WidgetChart } from "../../generated/dashboards.ts";
import { freePlace } from "./grid-layout.ts";
import type { Widget } from "./widget.ts";

export const templateNames = ["cost", "latency", "quality", "users", "models", "tools", "prompts"] as const;

export type TemplateName = (typeof templateNames)[number];

/** A widget of a template. Its title and position are added later. */
interface TemplateWidget extends Partial<Pick<Widget, "groupLimit" | "query" | "resource">> {
  /** Key of the widget's title. By default, the title names the metrics and the grouping. */
  readonly title?: TemplateTitle;
  readonly chart: WidgetChart;
  readonly metrics: readonly TimeSeriesMetric[];
  readonly groupBy?: TimeSeriesDimension;
  readonly size: Size;
}

export type TemplateTitle = "toolCalls" | "toolErrors" | "toolLatency" | "tools";

type Size = "tile" | "wideTile" | "list" | "third" | "half" | "whole" | "high";

const sizes: Readonly<Record<Size, { readonly width: number; readonly height: number }>> = {
  tile: { width: 3, height: 3 },
  wideTile: { width: 4, height: 3 },
  list: { width: 4, height: 6 },
  third: { width: 4, height: 5 },
  half: { width: 6, height: 5 },
  whole: { width: 12, height: 5 },
  high: { width: 12, height: 8 },
};

function tile(metric: TimeSeriesMetric): TemplateWidget {
  return { chart: "number", metrics: [metric], size: "tile" };
}

function over(
  chart: WidgetChart,
  metric: TimeSeriesMetric,
  groupBy: TimeSeriesDimension,
  size: Size = "half",
): TemplateWidget {
  return { chart, metrics: [metric], groupBy, size };
}

function ofTools(title: TemplateTitle, widget: TemplateWidget): TemplateWidget {
  return { ...widget, title, resource: "steps", query: "type:tool" };
}

const templates: Readonly<Record<TemplateName, readonly TemplateWidget[]>> = {
  cost: [
    tile("cost"),
    tile("tokenCount"),
    tile("generationCount"),
    tile("threadCount"),
    over("area", "cost", "model"),
    over("bar", "cost", "participant"),
    { chart: "area", metrics: ["inputTokenCount", "outputTokenCount"], size: "half" },
    over("bar", "cost", "promptId"),
  ],
  latency: [
    tile("latencyP95"),
    tile("durationP95"),
    tile("ttFirstTokenP95"),
    tile("errorCount"),
    { chart: "line", metrics: ["latencyP50", "latencyP95", "latencyP99"], size: "half" },
    { chart: "line", metrics: ["ttFirstTokenP50", "ttFirstTokenP95", "ttFirstTokenP99"], size: "half" },
    over("line", "durationP95", "model"),
    over("bar", "latencyP95", "name"),
  ],
  quality: [
    { ...tile("scoreAverage"), size: "list" },
    ...(["scoreCount", "runCount", "errorCount", "generationErrorCount"] as const).map((metric) => ({
      ...tile(metric),
      size: "wideTile" as const,
    })),
    over("line", "scoreAverage", "scoreName", "whole"),
    over("area", "scoreCount", "scoreName", "third"),
    over("area", "errorCount", "name", "third"),
    over("bar", "generationErrorCount", "model", "third"),
  ],
  users: [
    tile("activeUserCount"),
    tile("threadCount"),
    tile("runCount"),
    tile("cost"),
    { chart: "bar", metrics: ["activeUserCount"], size: "half" },
    over("bar", "threadCount", "participant"),
    {
      chart: "table",
      metrics: ["runCount", "errorCount", "tokenCount", "cost"],
      groupBy: "participant",
      size: "whole",
    },
  ],
  models: [
    over("area", "generationCount", "model"),
    over("area", "tokenCount", "model"),
    over("line", "durationP95", "model"),
    over("line", "ttFirstTokenP95", "model"),
    {
      chart: "table",
      metrics: ["generationCount", "generationErrorCount", "tokenCount", "cost", "durationP95", "ttFirstTokenP95"],
      groupBy: "model",
      size: "whole",
    },
    over("heatMap", "generationCount", "model", "whole"),
  ],
  tools: [
    ofTools("toolCalls", { ...tile("stepCount"), size: "wideTile" }),
    ofTools("toolErrors", { ...tile("errorCount"), size: "wideTile" }),
    ofTools("toolLatency", { ...tile("latencyP95"), size: "wideTile" }),
    ofTools("tools", {
      chart: "table",
      metrics: ["stepCount", "errorCount", "latencyP50", "latencyP95"],
      groupBy: "name",
      groupLimit: 50,
      size: "high",
    }),
    ofTools("toolErrors", over("area", "errorCount", "name")),
    ofTools("toolLatency", over("line", "latencyP95", "name")),
  ],
  prompts: [
    over("area", "generationCount", "promptId"),
    over("line", "durationP95", "promptId"),
    {
      chart: "table",
      metrics: ["generationCount", "generationErrorCount", "tokenCount", "cost", "durationP95"],
      groupBy: "promptId",
      size: "whole",
    },
  ],
};

/** Returns the widgets of a template. `titleOf` returns a title in the user's language. */
export function widgetsOf(
  name: TemplateName,
  titleOf: (widget: Pick<Widget, "metrics" | "groupBy">, title: TemplateTitle | undefined) => string,
): Widget[] {
  const widgets: Widget[] = [];
  for (const { title, size, metrics, ...rest } of templates[name]) {
    const content = { groupBy: null, groupLimit: 8, resource: null, query: null, ...rest, metrics: [...metrics] };
    widgets.push({ title: titleOf(content, title), ...content, ...freePlace(widgets, sizes[size]) });
  }
  return widgets;
}
