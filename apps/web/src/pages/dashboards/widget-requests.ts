import type { DashboardSeriesQueryVariables } from "../../generated/dashboard.ts";
import type { TimeSeriesMetric } from "../../generated/dashboards.ts";
import { type Period, periodBefore } from "../dashboard/dashboard-search.ts";
import { metricCatalog } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";
import type { WidgetFilter } from "./widget-lines.ts";

/** Maximum number of buckets. A heat map has fewer, because its columns are wide. */
const points = 60;
const heatMapPoints = 28;

export type RequestedWidget = Omit<Widget, "title" | "column" | "row" | "width" | "height">;

/**
 * Returns the variables of the requests for a widget's values in a period and in the previous period. Only a widget
 * that {@link comparesPeriods} needs the second request.
 */
export function widgetRequests(
  widget: RequestedWidget,
  options: {
    readonly period: Period;
    readonly filter: Pick<WidgetFilter, "environment" | "tags">;
    readonly exceptEnvironments: readonly string[];
  },
): { readonly current: DashboardSeriesQueryVariables; readonly before: DashboardSeriesQueryVariables } {
  const { period, filter, exceptEnvironments } = options;
  const { chart, metrics, groupBy, groupLimit, resource, query } = widget;
  const { tags } = filter;
  const hasEnvironment = metrics.every((metric) => metricCatalog[metric].log.resource !== "scores");
  const shared = {
    metrics: requestedMetrics(widget),
    groupBy,
    ...(groupBy !== null && { groupLimit }),
    // The dashboard's tags are passed as the argument `tags`. That argument is not allowed together with a query, so
    // the tags then become a filter of the list that the query searches.
    ...(resource === null || query === null
      ? { tags: tags && [...tags] }
      : { resource, query, filters: tags ? [{ field: "tags", operator: "in" as const, value: [...tags] }] : [] }),
    maxPoints: chart === "heatMap" ? heatMapPoints : points,
    offsetMinutes: -new Date(period.to).getTimezoneOffset(),
    environment: hasEnvironment ? filter.environment : undefined,
    exceptEnvironments: [...exceptEnvironments],
  };
  return {
    current: { ...shared, ...isoOf(period) },
    before: { ...shared, ...isoOf(periodBefore(period)) },
  };
}

/** Whether the widget shows how its values have changed since the previous period. */
export function comparesPeriods({ chart }: RequestedWidget): boolean {
  return chart === "number";
}

/**
 * Returns the metrics to request for a widget. The cost of a group is null if it has no generations, and also if its
 * generations have no price. To distinguish the two cases, the number of generations is requested with the cost. The
 * number of scores is requested with their average, because an average of few scores says little.
 */
function requestedMetrics({ metrics, groupBy }: Pick<Widget, "metrics" | "groupBy">): TimeSeriesMetric[] {
  const needsCalls = groupBy !== null && metrics.includes("cost");
  return [
    ...new Set([
      ...metrics,
      ...(needsCalls ? ["generationCount" as const] : []),
      ...(metrics.includes("scoreAverage") ? ["scoreCount" as const] : []),
    ]),
  ];
}

function isoOf({ from, to }: Period): { readonly from: string; readonly to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
