import { useNavigate } from "@tanstack/react-router";
import { use, useMemo, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import type { ValueKind } from "./charts.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartTip } from "./chart-tip.tsx";
import styles from "./dashboard.module.css";
import type { Period } from "./dashboard-search.ts";
import { useDashboardText } from "./messages.ts";
import { markName } from "./mark.ts";
import { Plot, type PlotKind } from "./plot.tsx";
import { bucketPeriod, type DrawnLine, isDrawn, type TimeSeries } from "./series.ts";
import { MarksContext } from "./use-marks.ts";
import { formatValue, useTimeFormats } from "./use-value-formats.ts";

/** Lines over time as a plot or a table, with a legend and a text summary. Each value opens its records. */
export function SeriesChart({
  series,
  lines,
  kind,
  increments,
  plot = "line",
  fills = false,
  isSmall = false,
  bounds,
  isTable,
  projectId,
  nameOf,
  logOf,
  onZoom,
}: {
  readonly series: TimeSeries;
  readonly lines: readonly DrawnLine[];
  readonly kind: ValueKind;
  readonly increments: number[];
  readonly plot?: PlotKind | undefined;
  readonly fills?: boolean | undefined;
  /** Whether the card contains several charts. */
  readonly isSmall?: boolean | undefined;
  /** Bounds of the axis. Default: they depend on the values. */
  readonly bounds?: readonly [low: number, high: number] | null | undefined;
  readonly isTable: boolean;
  readonly projectId: string;
  readonly nameOf: (line: DrawnLine) => string;
  readonly logOf: (line: DrawnLine, period: Period) => { readonly resource: LogResource; readonly search: LogSearch };
  readonly onZoom: (period: Period) => void;
}) {
  const t = useDashboardText();
  const formats = useFormats();
  const navigate = useNavigate();
  const [point, setPoint] = useState<number | null>(null);
  /** Position of the tooltip; null if the pointer is not over this chart. */
  const [tipLeft, setTipLeft] = useState<number | null>(null);
  const { marks, comparisonOf } = use(MarksContext);
  const starts = useMemo(() => series.times.map((time) => Date.parse(time)), [series]);
  const span = (Date.parse(series.to) - Date.parse(series.from)) / 1000;
  const { bucket: formatTime, tick } = useTimeFormats(series.bucketSeconds, span);
  const write = (value: number | null | undefined): string => formatValue(formats, kind, value);
  /** The value of a line at a time, with the number of its scores. */
  const writeAt = ({ values, counts }: DrawnLine, index: number): string => {
    const [value, count] = [write(values[index]), counts?.[index] ?? 0];
    return count === 0 ? value : `${value} · ${t("ofScores", { count, formatted: formats.number(count) })}`;
  };
  const plotted = useMemo(
    () => ({
      times: starts.map((time) => time / 1000),
      lines: lines.map(({ color, values, counts, group, definition }) => ({
        name: group ?? definition.metric,
        color,
        values,
        counts,
      })),
    }),
    [starts, lines],
  );
  if (!lines.some(isDrawn)) return <p className={styles.empty}>{t("noValues")}</p>;

  const marksAt = (index: number): string => {
    const from = starts[index] ?? 0;
    const inBucket = marks.filter(({ time }) => time >= from && time < from + series.bucketSeconds * 1000);
    return inBucket.map((mark) => `${visibleString(markName(mark))} · `).join("");
  };
  const timeOf = (index: number): string => {
    const time = formatTime(starts[index] ?? 0);
    return bucketPeriod(series, index).isPartial ? t("partial", { time }) : time;
  };
  const targetOf = (index: number, line: DrawnLine) => {
    const { from, to } = bucketPeriod(series, index);
    const { resource, search } = logOf(line, { from, to });
    return { to: "/projects/$projectId/logs/$resource" as const, params: { projectId, resource }, search };
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
          timeOf={timeOf}
          formatValue={writeAt}
          targetOf={targetOf}
        />
      ) : (
        <>
          <div className={styles.plotBox} data-fills={fills || undefined}>
            <Plot
              {...plotted}
              kind={plot}
              fills={fills}
              isSmall={isSmall}
              bounds={bounds}
              marks={marks}
              partial={[0, starts.length - 1].filter((index) => bucketPeriod(series, index).isPartial)}
              markButtons={{
                title: (mark) => visibleString(t("compareMark", { name: markName(mark) })),
                onSelect: (mark) =>
                  void navigate({
                    to: "/projects/$projectId/dashboard",
                    params: { projectId },
                    search: comparisonOf(mark),
                  }),
              }}
              increments={increments}
              formatValue={write}
              formatTime={(seconds) => tick(seconds * 1000)}
              onPoint={(index, left) => {
                setPoint(index);
                setTipLeft(left);
              }}
              onOpen={(index, line) => {
                const drawn = lines[line];
                if (drawn) void navigate(targetOf(index, drawn));
              }}
              onZoom={(from, to) => onZoom({ from: from * 1000, to: to * 1000 })}
            />
            {point !== null && tipLeft !== null && (
              <ChartTip
                left={tipLeft}
                isAtEnd={point > starts.length / 2}
                head={`${marksAt(point)}${timeOf(point)}`}
                lines={lines}
                index={point}
                nameOf={nameOf}
                formatValue={write}
              />
            )}
          </div>
          <ul className={styles.legend}>
            {lines.map((line) => (
              <li key={nameOf(line)} title={visibleString(nameOf(line))}>
                <span className={styles.swatch} style={{ background: `var(${line.color})` }} />
                <span className={styles.legendName}>
                  <VisibleText text={nameOf(line)} />
                </span>
                <strong>{write(point === null || tipLeft !== null ? line.total : line.values[point])}</strong>
              </li>
            ))}
            <li className={styles.legendTime}>
              {point !== null && tipLeft === null && `${marksAt(point)}${timeOf(point)}`}
            </li>
          </ul>
        </>
      )}
    </>
  );
}

function summary(
  line: DrawnLine,
  options: {
    readonly t: ReturnType<typeof useDashboardText>;
    readonly name: string;
    readonly starts: readonly number[];
    readonly formatTime: (milliseconds: number) => string;
    readonly write: (value: number | null | undefined) => string;
  },
): string {
  const { t, name, starts, formatTime, write } = options;
  if (!isDrawn(line)) return t("summaryEmpty", { name });
  const { values, total } = line;
  const most = Math.max(...values.map((value) => value ?? -Infinity));
  const time = formatTime(starts[values.indexOf(most)] ?? 0);
  return t("summary", { name, total: write(total), time, most: write(most) });
}
