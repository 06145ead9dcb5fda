import { dimensionsOf } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";

/**
 * Keeps scores with different names from being averaged together, because they may have different scales. Groups the
 * widget by score name or, if another of its metrics does not support this, removes the score average.
 */
export function withScoresApart<Shown extends Pick<Widget, "groupBy" | "metrics">>(widget: Shown): Shown {
  const { groupBy, metrics } = widget;
  if (groupBy !== null || !metrics.includes("scoreAverage")) return widget;
  if (dimensionsOf(metrics).includes("scoreName")) return { ...widget, groupBy: "scoreName" };
  return { ...widget, metrics: metrics.filter((metric) => metric !== "scoreAverage") };
}
