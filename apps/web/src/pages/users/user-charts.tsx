import { formatQuery, queryOfCondition } from "@threadline/schema/query";
import { useMemo } from "react";
import type { DashboardPeriod } from "../dashboard/use-period.ts";
import { unfiltered } from "../dashboards/unfiltered.ts";
import type { Widget } from "../dashboards/widget.ts";
import { WidgetCard } from "../dashboards/widget-card.tsx";
import { WidgetGrid } from "../dashboards/widget-grid.tsx";
import type { Condition } from "../logs/filters/condition.ts";

/** Charts of a user's threads, cost by model, errors and scores. A click on a value opens its records. */
export function UserCharts({
  projectId,
  condition,
  period,
}: {
  readonly projectId: string;
  readonly condition: Condition;
  readonly period: DashboardPeriod;
}) {
  const widgets = useMemo(() => widgetsFor(condition), [condition]);
  const shared = unfiltered(projectId, period);
  return <WidgetGrid widgets={widgets}>{({ widget }) => <WidgetCard widget={widget} shared={shared} />}</WidgetGrid>;
}

function widgetsFor(condition: Condition): Widget[] {
  const node = queryOfCondition("threads", condition);
  const query = node === undefined ? null : formatQuery(node);
  const charts: readonly Pick<Widget, "chart" | "metrics" | "groupBy" | "resource">[] = [
    { chart: "bar", metrics: ["threadCount"], groupBy: null, resource: "threads" },
    { chart: "area", metrics: ["cost"], groupBy: "model", resource: "generations" },
    { chart: "bar", metrics: ["errorCount"], groupBy: null, resource: "steps" },
    { chart: "line", metrics: ["scoreAverage"], groupBy: "scoreName", resource: "scores" },
  ];
  return charts.map((chart, index) => ({
    ...chart,
    title: "",
    groupLimit: 6,
    query,
    // The widget of scores contains several charts, one for each scale of values. So it gets a row of its own, with the
    // full width.
    column: chart.resource === "scores" ? 0 : 4 * index,
    row: chart.resource === "scores" ? 5 : 0,
    width: chart.resource === "scores" ? 12 : 4,
    height: 5,
  }));
}
