import { useNavigate } from "@tanstack/react-router";
import { LineChart, Table2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { IconButton } from "../../ui/button.tsx";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import type { ChartDefinition } from "./charts.ts";
import { axisIncrements } from "./axis-increments.ts";
import { ChartTable } from "./chart-table.tsx";
import styles from "./dashboard.module.css";
import type { Period } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { Plot } from "./plot.tsx";
import { type DrawnLine, hasValues, linesOf, logOfPoint, type TimeSeries } from "./series.ts";
import { formatValue, useTimeFormats } from "./use-value-formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

/** A chart as plot or table, with a text summary. */
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
  return (
    <figure className={styles.card} aria-label={name}>
      <div className={styles.cardHead}>
        <h2>{name}</h2>
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
  const formats = useFormats();
  const navigate = useNavigate();
  const [point, setPoint] = useState<number | null>(null);
  const starts = useMemo(() => series.times.map((time) => Date.parse(time)), [series]);
  const lines = useMemo(() => linesOf(chart, series), [chart, series]);
  const span = (Date.parse(series.to) - Date.parse(series.from)) / 1000;
  const { bucket: formatTime, tick } = useTimeFormats(series.bucketSeconds, span);
  const write = (value: number | null | undefined): string => formatValue(formats, chart.kind, value);
  const nameOf = (line: DrawnLine): string =>
    line.isOther ? t("other") : (line.group ?? t(`metric_${line.definition.metric}` as "metric_cost"));
  const plotted = useMemo(
    () => ({
      times: starts.map((time) => time / 1000),
      lines: lines.map(({ color, values, group, definition }) => ({ name: group ?? definition.metric, color, values })),
    }),
    [starts, lines],
  );
  const increments = useMemo(() => axisIncrements(chart), [chart]);
  if (!lines.some(({ values }) => hasValues(values))) return <p className={styles.empty}>{t("noValues")}</p>;

  const targetOf = (index: number, line: DrawnLine) => {
    const from = starts[index] ?? 0;
    const to = from + series.bucketSeconds * 1000;
    const target = logOfPoint({ chart, line, from, to, environment, exceptEnvironment, tags });
    return {
      to: "/projects/$projectId/logs/$resource" as const,
      params: { projectId, resource: target.resource },
      search: target.search,
    };
  };
  return (
    <>
      <figcaption className="visually-hidden">
        {lines.map((line) => summary(line, { t, name: nameOf(line), starts, formatTime, write })).join(" ")}
      </figcaption>
      {isTable ? (
        <ChartTable
          starts={starts}
          lines={lines}
          nameOf={nameOf}
          formatTime={formatTime}
          formatValue={write}
          targetOf={targetOf}
        />
      ) : (
        <>
          <Plot
            {...plotted}
            increments={increments}
            formatValue={write}
            formatTime={(seconds) => tick(seconds * 1000)}
            onPoint={setPoint}
            onOpen={(index, line) => {
              const drawn = lines[line];
              if (drawn) void navigate(targetOf(index, drawn));
            }}
            onZoom={(from, to) => onZoom({ from: from * 1000, to: to * 1000 })}
          />
          <ul className={styles.legend}>
            {lines.map((line) => (
              <li key={nameOf(line)} title={visibleString(nameOf(line))}>
                <span className={styles.swatch} style={{ background: `var(${line.color})` }} />
                <span className={styles.legendName}>
                  <VisibleText text={nameOf(line)} />
                </span>
                <strong>{write(point === null ? line.total : line.values[point])}</strong>
              </li>
            ))}
            <li className={styles.legendTime}>{point !== null && formatTime(starts[point] ?? 0)}</li>
          </ul>
        </>
      )}
    </>
  );
}

/** Describes a line in a sentence for screen readers. */
function summary(
  { values, total }: DrawnLine,
  options: {
    readonly t: ReturnType<typeof useDashboardText>;
    readonly name: string;
    readonly starts: readonly number[];
    readonly formatTime: (milliseconds: number) => string;
    readonly write: (value: number | null | undefined) => string;
  },
): string {
  const { t, name, starts, formatTime, write } = options;
  if (!hasValues(values)) return t("summaryEmpty", { name });
  const most = Math.max(...values.map((value) => value ?? -Infinity));
  const time = formatTime(starts[values.indexOf(most)] ?? 0);
  return t("summary", { name, total: write(total), time, most: write(most) });
}
