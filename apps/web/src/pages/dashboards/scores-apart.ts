import { dimensionsOf } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";

/**
 * Prevents an average over scores with different names, because these scores may have different scales. Groups the
 * widget by score name. If another metric of the widget does not support this grouping, removes the score average
 * instead.
 */
export function withScoresApart<Shown extends Pick<Widget, "groupBy" | "metrics">>(widget: Shown): Shown {
  const { groupBy, metrics } = widget;
  if (groupBy !== null || !metrics.includes("scoreAverage")) return widget;
  if (dimensionsOf(metrics).includes("scoreName")) return { ...widget, groupBy: "scoreName" };
  return { ...widget, metrics: metrics.filter((metric) => metric !== "scoreAverage") };
}
