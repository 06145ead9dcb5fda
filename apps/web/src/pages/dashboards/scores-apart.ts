import { dimensionsOf } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";

/**
 * Returns the widget as it is shown. Scores of different names may have different scales, so an average over all names
 * would mean nothing: each name is shown separately. A table with other metrics than those of scores cannot be split by
 * name, so it leaves the average out.
 */
export function withScoresApart<Shown extends Pick<Widget, "groupBy" | "metrics">>(widget: Shown): Shown {
  const { groupBy, metrics } = widget;
  if (groupBy !== null || !metrics.includes("scoreAverage")) return widget;
  if (dimensionsOf(metrics).includes("scoreName")) return { ...widget, groupBy: "scoreName" };
  return { ...widget, metrics: metrics.filter((metric) => metric !== "scoreAverage") };
}
