import { useOperation } from "../../api/use-request.ts";
import { periodTotals, type PeriodTotalsQuery, type TimeSeriesMetric } from "../../generated/dashboard.ts";
import type { Direction } from "../../ui/change-tone.ts";
import { ErrorState } from "../../ui/page-state.tsx";
import { visibleString } from "../../messages/hidden-characters.ts";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import type { ValueKind } from "./charts.ts";
import { type ComparedFigure, ComparisonTable, ratioOf, scoreFigures } from "./comparison-table.tsx";
import styles from "./dashboard.module.css";
import { type Period, periodBefore } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";

const metrics = [
  "threadCount",
  "runCount",
  "generationCount",
  "activeUserCount",
  "stepCount",
  "errorCount",
  "latencyP50",
  "latencyP95",
  "ttFirstTokenP95",
  "tokenCount",
  "cost",
] as const satisfies readonly TimeSeriesMetric[];

type Metric = (typeof metrics)[number];
type Totals = PeriodTotalsQuery["timeSeries"] | undefined;

/**
 * Number of buckets to request. Only whole buckets can be added up, so smaller buckets separate the records before and
 * after the change more exactly.
 */
const points = 1_000;
const maxScores = 20;

/** Compares the period after a change of the application with the period of the same length before it. */
export function BeforeAfter({
  name,
  period,
  environment,
  exceptEnvironments,
  tags,
}: {
  readonly name: string;
  readonly period: Period;
  readonly environment: string | undefined;
  readonly exceptEnvironments: readonly string[];
  readonly tags: readonly string[] | undefined;
}) {
  const t = useDashboardText();
  const directionOf = useScoreDirection();
  const filter = { tags: tags && [...tags], exceptEnvironments: [...exceptEnvironments], maxPoints: points };
  const totalsOf = ({ from, to }: Period) => ({
    ...filter,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  });
  const periods = [totalsOf(periodBefore(period)), totalsOf(period)] as const;
  const before = useOperation(periodTotals, { ...periods[0], environment, metrics: [...metrics] });
  const after = useOperation(periodTotals, { ...periods[1], environment, metrics: [...metrics] });
  // Scores have no environment.
  const ofScores = { metrics: ["scoreAverage" as const], groupBy: "scoreName" as const, groupLimit: maxScores };
  const isScored = { enabled: environment === undefined };
  const scoresBefore = useOperation(periodTotals, { ...periods[0], ...ofScores }, isScored);
  const scoresAfter = useOperation(periodTotals, { ...periods[1], ...ofScores }, isScored);

  const queries = [before, after, scoresBefore, scoresAfter];
  const error = queries.find((each) => each.error)?.error;
  if (error) return <ErrorState error={error} onRetry={() => queries.forEach((each) => void each.refetch())} />;
  const sides = { before: before.data?.timeSeries, after: after.data?.timeSeries };
  const figure = (options: {
    readonly name: string;
    readonly kind: ValueKind;
    readonly valueOf: (total: (metric: Metric) => number | null) => number | null;
    readonly direction?: Direction;
  }): ComparedFigure => ({
    name: options.name,
    kind: options.kind,
    before: sides.before && options.valueOf((metric) => totalOf(sides.before, metric)),
    after: sides.after && options.valueOf((metric) => totalOf(sides.after, metric)),
    direction: options.direction ?? "LOWER_IS_BETTER",
  });
  const count = (metric: Metric, text: string): ComparedFigure =>
    figure({ name: text, kind: "number", valueOf: (total) => total(metric), direction: "NEUTRAL" });
  return (
    <div className={styles.beforeAfter}>
      <h2>{visibleString(t("beforeAfter", { name }))}</h2>
      <ComparisonTable
        label={t("beforeAfter", { name })}
        before={t("beforeMark")}
        after={t("afterMark")}
        figures={[
          count("threadCount", t("metric_threadCount")),
          count("runCount", t("metric_runCount")),
          count("generationCount", t("metric_generationCount")),
          count("activeUserCount", t("metric_activeUserCount")),
          figure({ name: t("metric_errorCount"), kind: "number", valueOf: (total) => total("errorCount") }),
          figure({
            name: t("errorRate"),
            kind: "rate",
            valueOf: (total) => ratioOf(total("errorCount"), total("stepCount")),
          }),
          figure({ name: t("latencyP50"), kind: "seconds", valueOf: (total) => total("latencyP50") }),
          figure({ name: t("tile_latencyP95"), kind: "seconds", valueOf: (total) => total("latencyP95") }),
          figure({
            name: t("tile_ttFirstTokenP95"),
            kind: "milliseconds",
            valueOf: (total) => total("ttFirstTokenP95"),
          }),
          count("tokenCount", t("metric_tokenCount")),
          figure({ name: t("metric_cost"), kind: "cost", valueOf: (total) => total("cost") }),
          figure({
            name: t("costPerRun"),
            kind: "cost",
            valueOf: (total) => ratioOf(total("cost"), total("runCount")),
          }),
          figure({
            name: t("costPerCall"),
            kind: "cost",
            valueOf: (total) => ratioOf(total("cost"), total("generationCount")),
          }),
          ...scoreFigures({
            before: scoresOf(scoresBefore.data?.timeSeries),
            after: scoresOf(scoresAfter.data?.timeSeries),
            directionOf,
          }),
        ]}
      />
    </div>
  );
}

function totalOf(series: Totals, metric: Metric): number | null {
  return series?.lines.find((line) => line.metric === metric)?.total ?? null;
}

function scoresOf(series: Totals) {
  return series?.lines.flatMap(({ group, isOther, total }) =>
    group === null || isOther ? [] : [{ name: group, average: total }],
  );
}
