import { useOperation } from "../../api/use-request.ts";
import { dashboardSeries, type TimeSeriesMetric } from "../../generated/dashboard.ts";
import { charts, type ChartDefinition } from "./charts.ts";
import { type Period, periodBefore } from "./dashboard-search.ts";

const points = 60;

const whole: TimeSeriesMetric[] = [
  ...new Set([
    ...charts.flatMap((chart) => (chart.groupBy === undefined ? chart.lines.map(({ metric }) => metric) : [])),
    "tokenCount" as const,
    "cost" as const,
  ]),
];

/** Everything that the dashboard shows of a period. */
export function useDashboard({
  period,
  environment,
  tags,
}: {
  readonly period: Period;
  readonly environment: string | undefined;
  readonly tags: readonly string[] | undefined;
}) {
  const shared = {
    maxPoints: points,
    offsetMinutes: -new Date(period.to).getTimezoneOffset(),
    environment,
    tags: tags && [...tags],
  };
  const current = useOperation(dashboardSeries, { ...shared, ...span(period), metrics: whole });
  const before = useOperation(dashboardSeries, { ...shared, ...span(periodBefore(period)), metrics: whole });
  const cost = useOperation(dashboardSeries, {
    ...shared,
    ...span(period),
    metrics: ["cost"],
    groupBy: "model",
    groupLimit: 6,
  });
  const scores = useOperation(
    dashboardSeries,
    {
      ...shared,
      ...span(period),
      environment: undefined,
      metrics: ["scoreCount", "scoreAverage"],
      groupBy: "scoreName",
      groupLimit: 6,
    },
    { enabled: environment === undefined },
  );
  const of = (chart: ChartDefinition) => (chart.key === "cost" ? cost : chart.key === "scores" ? scores : current);
  return {
    current,
    before,
    of,
    refetch: () => Promise.all([current, before, cost, scores].map((query) => query.refetch())),
  };
}

function span({ from, to }: Period) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
