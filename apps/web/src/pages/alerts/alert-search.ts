import type { TimeSeriesMetric } from "../../generated/dashboards.ts";
import { metricNames } from "../dashboards/metric-catalog.ts";

export interface NewAlertSearch {
  readonly budget?: true | undefined;
  /** Metric that the form starts with. Set by the links in charts. */
  readonly metric?: TimeSeriesMetric | undefined;
  readonly query?: string | undefined;
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
