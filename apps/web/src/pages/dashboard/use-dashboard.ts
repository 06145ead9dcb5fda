import { useOperation } from "../../api/use-request.ts";
import { dashboardSeries, type TimeSeriesMetric } from "../../generated/dashboard.ts";
import { charts, type ChartDefinition } from "./charts.ts";
import { type Period, periodBefore } from "./dashboard-search.ts";

const points = 60;
/** Maximum number of averages of scores. There are fewer scores than records, and an average of few says little. */
const scorePoints = 14;

const whole: TimeSeriesMetric[] = [
  ...new Set([
    ...charts.flatMap((chart) => (chart.groupBy === undefined ? chart.lines.map(({ metric }) => metric) : [])),
    "tokenCount" as const,
    "cost" as const,
  ]),
];

/**
 * Reads the figures of `period` and of the period before it. Also reads the series of the charts, which show the period
 * `charted`. By default, that is `period`.
 */
export function useDashboard({
  period,
  charted,
  environment,
  exceptEnvironments,
  tags,
}: {
  /** Null while the period is unknown. */
  readonly period: Period | null;
  readonly charted: Period | null;
  readonly environment: string | undefined;
  readonly exceptEnvironments: readonly string[];
  readonly tags: readonly string[] | undefined;
}) {
  const isKnown = period !== null;
  const { from, to } = period ?? { from: 0, to: 0 };
  const shared = {
    maxPoints: points,
    offsetMinutes: -new Date(to).getTimezoneOffset(),
    environment,
    exceptEnvironments: [...exceptEnvironments],
    tags: tags && [...tags],
  };
  const shown = { ...shared, ...span(charted ?? { from, to }) };
  const enabled = { enabled: isKnown, keepsPrevious: true };
  const current = useOperation(dashboardSeries, { ...shared, ...span({ from, to }), metrics: whole }, enabled);
  // If the charts show the same period, this request equals the one above, and is not sent again.
  const overTime = useOperation(dashboardSeries, { ...shown, metrics: whole }, enabled);
  const before = useOperation(
    dashboardSeries,
    { ...shared, ...span(periodBefore({ from, to })), metrics: whole },
    enabled,
  );
  const cost = useOperation(
    dashboardSeries,
    { ...shown, metrics: ["cost", "generationCount"], groupBy: "model", groupLimit: 6 },
    enabled,
  );
  const scores = useOperation(
    dashboardSeries,
    {
      ...shown,
      maxPoints: scorePoints,
      environment: undefined,
      metrics: ["scoreCount", "scoreAverage"],
      groupBy: "scoreName",
      groupLimit: 8,
    },
    { enabled: isKnown && environment === undefined, keepsPrevious: true },
  );
  const of = (chart: ChartDefinition) => (chart.key === "cost" ? cost : chart.key === "scores" ? scores : overTime);
  return {
    current,
    before,
    of,
    isStale: [current, overTime, before, cost, scores].some((query) => query.isPlaceholderData),
  };
}

function span({ from, to }: Period) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
