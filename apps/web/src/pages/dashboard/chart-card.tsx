import { LineChart, Table2 } from "lucide-react";
import { useMemo, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { NewAlertLink } from "../alerts/new-alert-link.tsx";
import { JudgeMarks } from "../evaluators/agreement/judge-marks.tsx";
import type { ChartDefinition } from "./charts.ts";
import { axisIncrements } from "./axis-increments.ts";
import styles from "./dashboard.module.css";
import type { Period } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { SeriesChart } from "./series-chart.tsx";
import { ScaleGroups } from "./scale-groups.tsx";
import { type DrawnLine, linesOf, logOfPoint, type TimeSeries } from "./series.ts";

export function ChartCard({
  chart,
  series,
  error,
  onRetry,
  projectId,
  environment,
  exceptEnvironment,
  tags,
  onZoom,
}: {
  readonly chart: ChartDefinition;
  readonly series: TimeSeries | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly projectId: string;
  readonly environment: string | undefined;
  readonly exceptEnvironment: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly onZoom: (period: Period) => void;
}) {
  const t = useDashboardText();
  const [isTable, setIsTable] = useState(false);
  const name = t(`chart_${chart.key}`);
  // A chart with several percentiles offers an alert on p95, the most common choice.
  const alertMetric = (chart.lines.find(({ metric }) => metric.endsWith("P95")) ?? chart.lines[0])?.metric;
  return (
    <figure
      className={styles.card}
      aria-label={name}
      data-chart={chart.key}
      data-legend={chart.groupBy === "model" ? "long" : undefined}
    >
      <div className={styles.cardHead}>
        <h2>{name}</h2>
        {chart.groupBy === "scoreName" && series && (
          <JudgeMarks names={linesOf(chart, series).flatMap(({ group }) => group ?? [])} />
        )}
        {alertMetric && <NewAlertLink title={name} metric={alertMetric} />}
        <IconButton
          size="small"
          label={`${name}: ${t(isTable ? "asChart" : "asTable")}`}
          isPressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? <LineChart size={14} /> : <Table2 size={14} />}
        </IconButton>
      </div>
      {error && !series && <ErrorState error={error} onRetry={onRetry} />}
      {!error && !series && <LoadingState shape="chart" />}
      {series && (
        <ChartBody
          chart={chart}
          series={series}
          isTable={isTable}
          projectId={projectId}
          environment={environment}
          exceptEnvironment={exceptEnvironment}
          tags={tags}
          onZoom={onZoom}
        />
      )}
    </figure>
  );
}

function ChartBody({
  chart,
  series,
  isTable,
  projectId,
  environment,
  exceptEnvironment,
  tags,
  onZoom,
}: {
  readonly chart: ChartDefinition;
  readonly series: TimeSeries;
  readonly isTable: boolean;
  readonly projectId: string;
  readonly environment: string | undefined;
  readonly exceptEnvironment: string | undefined;
  readonly tags: readonly string[] | undefined;
  readonly onZoom: (period: Period) => void;
}) {
  const t = useDashboardText();
  const lines = useMemo(() => linesOf(chart, series), [chart, series]);
  const increments = useMemo(() => axisIncrements(chart), [chart]);
  const shared = {
    series,
    increments,
    plot: chart.plot,
    isTable,
    projectId,
    nameOf: (line: DrawnLine): string =>
      line.isOther ? t("other") : (line.group ?? t(`metric_${line.definition.metric}` as "metric_cost")),
    logOf: (line: DrawnLine, period: Period) =>
      logOfPoint({ chart, line, ...period, environment, exceptEnvironment, tags }),
    onZoom,
  };
  if (chart.groupBy !== "scoreName") return <SeriesChart {...shared} lines={lines} kind={chart.kind} fills />;
  return (
    <ScaleGroups lines={lines}>
      {(group, isSmall) => (
        <SeriesChart {...shared} lines={group.lines} kind="number" bounds={group.scale.bounds} isSmall={isSmall} />
      )}
    </ScaleGroups>
  );
}
