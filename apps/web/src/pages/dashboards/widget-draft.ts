import type { TimeSeriesMetric } from "../../generated/dashboards.ts";
import { addableMetrics, dimensionsOf, mayHaveSeveral, metricNames } from "./metric-catalog.ts";
import type { Widget, WidgetContent } from "./widget.ts";

export const newWidget: WidgetContent = {
  title: "",
  chart: "line",
  metrics: ["cost"],
  groupBy: "model",
  groupLimit: 8,
  resource: null,
  query: null,
};

/**
 * Removes the metrics that the widget's chart cannot show. Also removes the grouping if the chart or its first metric
 * does not support it. A heat map always gets a grouping.
 */
export function fitted<Draft extends Pick<Widget, "chart" | "metrics" | "groupBy">>(draft: Draft): Draft {
  const { chart } = draft;
  const [wanted, ...others] = draft.metrics;
  const first = wanted !== undefined && firstMetrics(chart).includes(wanted) ? wanted : firstMetrics(chart)[0];
  if (first === undefined) return draft;
  const dimensions = dimensionsOf([first]);
  const kept = draft.groupBy !== null && dimensions.includes(draft.groupBy) ? draft.groupBy : null;
  const groupBy = chart === "number" ? null : chart === "heatMap" ? (kept ?? dimensions[0] ?? null) : kept;
  const added = others.filter(
    (metric) =>
      addableMetrics(chart, [first]).includes(metric) && (groupBy === null || dimensionsOf([metric]).includes(groupBy)),
  );
  return { ...draft, metrics: mayHaveSeveral(chart, groupBy !== null) ? [first, ...added] : [first], groupBy };
}

/**
 * Returns the metrics that a new chart of this kind can start with. For stacked areas, these are the metrics that are
 * sums.
 */
export function firstMetrics(chart: Widget["chart"]): readonly TimeSeriesMetric[] {
  return chart === "area" ? addableMetrics(chart, []) : metricNames;
}
