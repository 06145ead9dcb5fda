import type { TimeSeriesMetric } from "../../generated/dashboards.ts";
import { metricNames } from "../dashboards/metric-catalog.ts";

/** Search parameters of the form of a new alert. */
export interface NewAlertSearch {
  /** Whether the form starts with a budget. */
  readonly budget?: true | undefined;
  /** Metric that the form starts with, such as that of a chart. */
  readonly metric?: TimeSeriesMetric | undefined;
  /** Query that selects the records of the metric. */
  readonly query?: string | undefined;
  /** Id of the channel that the form starts with. */
  readonly channel?: string | undefined;
}

export function readNewAlertSearch({ budget, metric, query, channel }: Record<string, unknown>): NewAlertSearch {
  if (budget === true) return { budget };
  const known = metricNames.find((name) => name === metric);
  return {
    ...(known !== undefined && { metric: known }),
    ...(known !== undefined && typeof query === "string" && query !== "" && { query }),
    ...(typeof channel === "string" && channel !== "" && { channel }),
  };
}
