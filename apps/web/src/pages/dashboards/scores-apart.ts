import { dimensionsOf } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";

/**
 * Returns the widget as it is shown. Scores with different names may have different scales, so they are grouped by name
 * instead of averaged together. A table with metrics that cannot be grouped by score name omits the score average.
 */
export function withScoresApart<Shown extends Pick<Widget, "groupBy" | "metrics">>(widget: Shown): Shown {
  const { groupBy, metrics } = widget;
  if (groupBy !== null || !metrics.includes("scoreAverage")) return widget;
  if (dimensionsOf(metrics).includes("scoreName")) return { ...widget, groupBy: "scoreName" };
  return { ...widget, metrics: metrics.filter((metric) => metric !== "scoreAverage") };
}
