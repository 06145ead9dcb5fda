import type { TimeSeriesMetric } from "../../generated/dashboard.ts";
import type { Direction } from "../../ui/change-tone.ts";

/** Returns the direction of a metric: lower costs, errors and times are better. Volumes and scores are neutral. */
export function metricDirection(metric: TimeSeriesMetric): Direction {
  return /^cost$|rrorCount$|P\d\d$/.test(metric) ? "LOWER_IS_BETTER" : "NEUTRAL";
}
