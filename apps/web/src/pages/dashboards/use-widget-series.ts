import { useOperation } from "../../api/use-request.ts";
import { dashboardSeries } from "../../generated/dashboard.ts";
import type { Period } from "../dashboard/dashboard-search.ts";
import type { WidgetFilter } from "./widget-lines.ts";
import { comparesPeriods, type RequestedWidget, widgetRequests } from "./widget-requests.ts";

const unknownPeriod: Period = { from: 0, to: 0 };

/** Reads the values of a widget, also those of the previous period if the widget compares the two. */
export function useWidgetSeries(
  widget: RequestedWidget,
  options: {
    /** Null while the period is unknown. */
    readonly period: Period | null;
    readonly filter: WidgetFilter;
    readonly exceptEnvironments: readonly string[];
    readonly enabled?: boolean | undefined;
  },
) {
  const { period, enabled = true } = options;
  const requests = widgetRequests(widget, { ...options, period: period ?? unknownPeriod });
  const isReady = enabled && period !== null;
  const current = useOperation(dashboardSeries, requests.current, {
    enabled: isReady,
    keepsPrevious: true,
    priority: "high",
  });
  const before = useOperation(dashboardSeries, requests.before, {
    enabled: isReady && comparesPeriods(widget),
    keepsPrevious: true,
    priority: "high",
  });
  return { current, before, isStale: current.isPlaceholderData || before.isPlaceholderData };
}
