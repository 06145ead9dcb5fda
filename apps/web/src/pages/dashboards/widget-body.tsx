import { type ReactNode, useEffect, useMemo } from "react";
import { onDemand } from "../../ui/on-demand.tsx";
import { LoadingState } from "../../ui/page-state.tsx";
import { axisIncrements } from "../dashboard/axis-increments.ts";
import styles from "../dashboard/dashboard.module.css";
import type { ValueKind } from "../dashboard/charts.ts";
import type { Period } from "../dashboard/dashboard-search.ts";
import { ScaleGroups } from "../dashboard/scale-groups.tsx";
import { comparableSeries, countedPeriod, type DrawnLine, isDrawn, type TimeSeries } from "../dashboard/series.ts";
import { SeriesChart } from "../dashboard/series-chart.tsx";
import { useDashboardsText } from "./messages.ts";
import { metricCatalog } from "./metric-catalog.ts";
import { NumberTile, ScoreTile } from "./number-tile.tsx";
import { usePromptNames } from "./use-prompt-names.ts";
import type { Widget } from "./widget.ts";
import { inVersionOrder, linesOfWidget, logOfValue, type WidgetFilter } from "./widget-lines.ts";
import { useWidgetNames } from "./widget-names.ts";

const BarList = onDemand(async () => (await import("./bar-list.tsx")).BarList, <LoadingState shape="chart" />);
const GroupTable = onDemand(async () => (await import("./group-table.tsx")).GroupTable, <LoadingState shape="rows" />);
const HeatMap = onDemand(async () => (await import("./heat-map.tsx")).HeatMap, <LoadingState shape="chart" />);

const noIds: readonly string[] = [];

export function WidgetBody({
  widget,
  series,
  before,
  isTable,
  projectId,
  filter,
  onZoom,
}: {
  readonly widget: Widget;
  readonly series: TimeSeries | undefined;
  /** Values of the previous period, for a widget that shows a number. */
  readonly before: TimeSeries | undefined;
  readonly isTable: boolean;
  readonly projectId: string;
  readonly filter: WidgetFilter;
  readonly onZoom: (period: Period) => void;
}) {
  const t = useDashboardsText();
  const names = useWidgetNames();
  const { chart, metrics, groupBy } = widget;
  useEffect(() => {
    // Loads the code of the chart while its values load.
    if (chart === "table") void GroupTable.preload();
    if (chart === "heatMap") void HeatMap.preload();
    if (chart === "bar" && groupBy !== null) void BarList.preload();
  }, [chart, groupBy]);
  const found = useMemo(() => (series ? linesOfWidget({ metrics, groupBy }, series) : []), [metrics, groupBy, series]);
  const groups = groupBy === "promptId" ? [...new Set(found.flatMap(({ group }) => group ?? []))] : noIds;
  const { prompts, arePending } = usePromptNames(groups);
  // Lists and tables have the largest groups first.
  const isOverTime = chart === "line" || chart === "area" || chart === "heatMap";
  const lines = useMemo(
    () => (groupBy === "promptId" && isOverTime ? inVersionOrder(found, prompts) : found),
    [groupBy, isOverTime, found, prompts],
  );
  const [metric] = metrics;
  const increments = useMemo(
    () => axisIncrements({ key: metric === "scoreAverage" ? "scores" : "volume", kind: kindOf(metric) }),
    [metric],
  );
  if (!series || metric === undefined || arePending) return <LoadingState shape="chart" />;

  const { kind } = metricCatalog[metric];
  const nameOf = (line: DrawnLine): string => names.line(line, widget, prompts);
  const logOf = (line: DrawnLine, { from, to }: Period) => logOfValue({ widget, line, from, to, filter, prompts });
  const logOfWhole = (line: DrawnLine) => logOf(line, countedPeriod(series));
  const earlier = comparableSeries(series, before);
  const shared = { projectId, nameOf };
  const [first] = lines;
  if (chart === "number" && groupBy === null && first) {
    return <NumberTile line={first} kind={kind} before={earlier} projectId={projectId} logOf={logOfWhole} />;
  }
  if (!lines.some(isDrawn)) return <p className={styles.empty}>{t("noValues")}</p>;
  if (chart === "number") {
    return <ScoreTile {...shared} lines={lines} before={earlier} logOf={logOfWhole} />;
  }
  if (chart === "table" && groupBy !== null) {
    return <GroupTable {...shared} lines={lines} widget={widget} logOf={logOfWhole} />;
  }
  const draw = (drawn: Drawn): ReactNode => {
    if (chart === "bar" && groupBy !== null) {
      return <BarList {...shared} {...drawn} logOf={logOfWhole} />;
    }
    if (chart === "heatMap" && !isTable) return <HeatMap {...shared} {...drawn} series={series} logOf={logOf} />;
    return (
      <SeriesChart
        {...shared}
        {...drawn}
        series={series}
        increments={increments}
        plot={chart === "area" || chart === "bar" ? chart : "line"}
        fills
        isTable={isTable || chart === "table"}
        logOf={logOf}
        onZoom={onZoom}
      />
    );
  };
  if (groupBy !== "scoreName" || metric !== "scoreAverage") return draw({ lines, kind });
  return (
    <ScaleGroups lines={lines} fills={chart !== "bar"}>
      {(group) => draw({ lines: group.lines, kind: "number", bounds: group.scale.bounds })}
    </ScaleGroups>
  );
}

interface Drawn {
  readonly lines: readonly DrawnLine[];
  readonly kind: ValueKind;
  readonly bounds?: readonly [low: number, high: number] | null;
}

function kindOf(metric: Widget["metrics"][number] | undefined) {
  return metric === undefined ? "number" : metricCatalog[metric].kind;
}
