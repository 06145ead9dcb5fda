import { dimensionsOf } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";

/**
 * Returns the widget as it is shown. Scores of different names may have different scales, so their common average would
 * be meaningless. Each name is shown separately instead. A table that also has metrics without score names cannot be
 * split by name, so the average is left out.
 */
export function withScoresApart<Shown extends Pick<Widget, "groupBy" | "metrics">>(widget: Shown): Shown {
  const { groupBy, metrics } = widget;
  if (groupBy !== null || !metrics.includes("scoreAverage")) return widget;
  if (dimensionsOf(metrics).includes("scoreName")) return { ...widget, groupBy: "scoreName" };
  return { ...widget, metrics: metrics.filter((metric) => metric !== "scoreAverage") };
}
