import { formatQuery, queryOfCondition } from "@threadline/schema/query";
import { useMemo } from "react";
import { experimentEnvironment } from "../dashboard/use-environments.ts";
import type { DashboardPeriod } from "../dashboard/use-period.ts";
import { unfiltered } from "../dashboards/unfiltered.ts";
import type { Widget } from "../dashboards/widget.ts";
import { type SharedFilter, WidgetCard } from "../dashboards/widget-card.tsx";
import { WidgetGrid } from "../dashboards/widget-grid.tsx";
import { useWidgetNames } from "../dashboards/widget-names.ts";

const experimentEnvironments: readonly string[] = [experimentEnvironment];
const everyEnvironment: readonly string[] = [];

/** Charts of a prompt's generations by version. A click on a value opens its generations. */
export function PromptCharts({
  projectId,
  name,
  period,
  environment,
  hasExperiments,
}: {
  readonly projectId: string;
  readonly name: string;
  readonly period: DashboardPeriod;
  /** Shows one environment. */
  readonly environment: string | undefined;
  /** Includes experiments if no environment is selected. */
  readonly hasExperiments: boolean;
}) {
  const names = useWidgetNames();
  const widgets = useMemo(() => widgetsFor(name), [name]);
  const isWithoutExperiments = environment === undefined && !hasExperiments;
  const shared: SharedFilter = {
    ...unfiltered(projectId, period),
    filter: {
      environment,
      exceptEnvironment: isWithoutExperiments ? experimentEnvironment : undefined,
      tags: undefined,
    },
    exceptEnvironments: isWithoutExperiments ? experimentEnvironments : everyEnvironment,
  };
  return (
    <WidgetGrid widgets={widgets}>
      {({ widget }) => (
        <WidgetCard widget={{ ...widget, title: widget.metrics.map(names.metric).join(", ") }} shared={shared} />
      )}
    </WidgetGrid>
  );
}

function widgetsFor(name: string): Widget[] {
  const node = queryOfCondition("generations", { field: "promptLineage", operator: "eq", value: name });
  const query = node === undefined ? null : formatQuery(node);
  const charts: readonly Pick<Widget, "chart" | "metrics">[] = [
    { chart: "area", metrics: ["generationCount"] },
    { chart: "line", metrics: ["durationP95"] },
    { chart: "area", metrics: ["cost"] },
    { chart: "area", metrics: ["generationErrorCount"] },
  ];
  return charts.map((chart, index) => ({
    ...chart,
    title: "",
    groupBy: "promptId",
    groupLimit: 8,
    resource: "generations",
    query,
    column: index % 2 === 0 ? 0 : 6,
    row: index < 2 ? 0 : 5,
    width: 6,
    height: 5,
  }));
}
