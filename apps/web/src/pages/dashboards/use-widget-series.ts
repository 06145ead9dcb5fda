import { useOperation } from "../../api/use-request.ts";
import { dashboardSeries } from "../../generated/dashboard.ts";
import { type Period, periodBefore } from "../dashboard/dashboard-search.ts";
import { metricCatalog } from "./metric-catalog.ts";
import type { Widget } from "./widget.ts";
import { requestedMetrics, type WidgetFilter } from "./widget-lines.ts";

/** Maximum number of buckets. A heat map has fewer, because its columns are wide. */
const points = 60;
const heatMapPoints = 28;

/** Reads the values of a widget. A widget that shows a number also needs the values of the previous period. */
export function useWidgetSeries(
  widget: Omit<Widget, "title" | "column" | "row" | "width" | "height">,
  options: {
    /** Null while the period is unknown. */
    readonly period: Period | null;
    readonly filter: WidgetFilter;
    readonly exceptEnvironments: readonly string[];
    readonly enabled?: boolean | undefined;
  },
) {
  const { period, filter, exceptEnvironments, enabled = true } = options;
  const { chart, metrics, groupBy, groupLimit, resource, query } = widget;
  const { tags } = filter;
  const { from, to } = period ?? { from: 0, to: 0 };
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
    offsetMinutes: -new Date(to).getTimezoneOffset(),
    environment: hasEnvironment ? filter.environment : undefined,
    exceptEnvironments: [...exceptEnvironments],
  };
  const isReady = enabled && period !== null;
  const current = useOperation(
    dashboardSeries,
    { ...shared, ...isoOf({ from, to }) },
    { enabled: isReady, keepsPrevious: true },
  );
  const before = useOperation(
    dashboardSeries,
    { ...shared, ...isoOf(periodBefore({ from, to })) },
    { enabled: isReady && chart === "number", keepsPrevious: true },
  );
  return { current, before, isStale: current.isPlaceholderData || before.isPlaceholderData };
}

function isoOf({ from, to }: Period): { readonly from: string; readonly to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
