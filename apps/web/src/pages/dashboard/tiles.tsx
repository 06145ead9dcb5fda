import { Link } from "@tanstack/react-router";
import type { TimeSeriesMetric } from "../../generated/dashboard.ts";
import { useFormats } from "../../messages/formats.ts";
import { ChangeBadge } from "./change-badge.tsx";
import { type ChartLine, charts, type ValueKind } from "./charts.ts";
import styles from "./dashboard.module.css";
import { useDashboardText } from "./messages.ts";
import { metricDirection } from "./metric-direction.ts";
import { comparableSeries, countedPeriod, knownCosts, type LogFilter, logOfLine, type TimeSeries } from "./series.ts";
import { Sparkline } from "./sparkline.tsx";
import { formatValue } from "./use-value-formats.ts";

interface TileDefinition {
  readonly metric: TimeSeriesMetric;
  readonly kind: ValueKind;
  readonly text:
    | "metric_threadCount"
    | "metric_runCount"
    | "metric_generationCount"
    | "metric_activeUserCount"
    | "metric_tokenCount"
    | "metric_cost"
    | "tile_errorCount"
    | "tile_latencyP95"
    | "tile_ttFirstTokenP95";
}

const tiles: readonly TileDefinition[] = [
  { metric: "threadCount", kind: "number", text: "metric_threadCount" },
  { metric: "runCount", kind: "number", text: "metric_runCount" },
  { metric: "generationCount", kind: "number", text: "metric_generationCount" },
  { metric: "activeUserCount", kind: "number", text: "metric_activeUserCount" },
  { metric: "errorCount", kind: "number", text: "tile_errorCount" },
  { metric: "tokenCount", kind: "number", text: "metric_tokenCount" },
  { metric: "cost", kind: "cost", text: "metric_cost" },
  { metric: "latencyP95", kind: "seconds", text: "tile_latencyP95" },
  { metric: "ttFirstTokenP95", kind: "milliseconds", text: "tile_ttFirstTokenP95" },
];

export function Tiles({
  series,
  before,
  projectId,
  ...filter
}: {
  /** Undefined while it loads. */
  readonly series: TimeSeries | undefined;
  readonly before: TimeSeries | undefined;
  readonly projectId: string;
} & LogFilter) {
  const t = useDashboardText();
  const formats = useFormats();
  const earlier = series && comparableSeries(series, before);
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ metric, kind, text }) => {
        const line = series?.lines.find((each) => each.metric === metric);
        const value = line?.total ?? null;
        const log = series && targetOf(metric, series, filter);
        return (
          <li key={metric} className={styles.tile} aria-busy={!series}>
            {log ? (
              <Link
                to="/projects/$projectId/logs/$resource"
                params={{ projectId, resource: log.resource }}
                search={log.search}
                className={styles.tileName}
                preload={false}
              >
                {t(text)}
              </Link>
            ) : (
              <span className={styles.tileName}>{t(text)}</span>
            )}
            <span className={styles.tileValue}>{series ? formatValue(formats, kind, value) : "…"}</span>
            <ChangeBadge value={value} before={totalOf(earlier, metric)} direction={metricDirection(metric)} />
            <div className={styles.tileTrend}>
              {line && <Sparkline values={series && metric === "cost" ? knownCosts(line, series) : line.values} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const tokens: ChartLine = {
  metric: "tokenCount",
  color: "",
  resource: "generations",
  order: "tokenCount:DESC",
};

function targetOf(metric: TimeSeriesMetric, series: TimeSeries, filter: LogFilter) {
  const definition = charts.flatMap(({ lines }) => lines).find((line) => line.metric === metric) ?? tokens;
  return logOfLine({
    ...filter,
    definition,
    ...countedPeriod(series),
    conditions: [],
  });
}

function totalOf(series: TimeSeries | undefined, metric: TimeSeriesMetric): number | null {
  return series?.lines.find((line) => line.metric === metric)?.total ?? null;
}
