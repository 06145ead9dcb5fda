import { useNavigate } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { useFormats } from "../../messages/formats.ts";
import { isMidnight } from "../../messages/is-midnight.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { ValueKind } from "../dashboard/charts.ts";
import type { Period } from "../dashboard/dashboard-search.ts";
import dashboardStyles from "../dashboard/dashboard.module.css";
import { bucketPeriod, type DrawnLine, type TimeSeries } from "../dashboard/series.ts";
import { formatValue, useTimeFormats } from "../dashboard/use-value-formats.ts";
import type { LogResource } from "../logs/log-resource.ts";
import type { LogSearch } from "../logs/log-search.ts";
import styles from "./dashboards.module.css";
import { useDashboardsText } from "./messages.ts";

/** Heat map with one row per group and one column per bucket. The card's table shows the same values as text. */
export function HeatMap({
  series,
  lines,
  kind,
  bounds,
  projectId,
  nameOf,
  logOf,
}: {
  readonly series: TimeSeries;
  readonly lines: readonly DrawnLine[];
  readonly kind: ValueKind;
  /** Bounds of the colors. Default: from 0 to the largest value. */
  readonly bounds?: readonly [low: number, high: number] | null | undefined;
  readonly projectId: string;
  readonly nameOf: (line: DrawnLine) => string;
  readonly logOf: (line: DrawnLine, period: Period) => { readonly resource: LogResource; readonly search: LogSearch };
}) {
  const t = useDashboardsText();
  const formats = useFormats();
  const navigate = useNavigate();
  const [point, setPoint] = useState<{ readonly line: number; readonly index: number } | null>(null);
  const starts = series.times.map((time) => Date.parse(time));
  const span = (Date.parse(series.to) - Date.parse(series.from)) / 1000;
  const { bucket: formatTime, tick } = useTimeFormats(series.bucketSeconds, span);
  const [least, most] = bounds ?? [0, Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))];
  const shown = point && lines[point.line];
  return (
    <>
      <figcaption className="visually-hidden">{t("heatMapSummary", { count: lines.length })}</figcaption>
      <div
        className={styles.heatMap}
        style={{ gridTemplateColumns: `minmax(4rem, 9rem) repeat(${starts.length}, minmax(3px, 1fr))` }}
        onMouseLeave={() => setPoint(null)}
        aria-hidden
      >
        {lines.map((line, row) => (
          <Fragment key={nameOf(line)}>
            <span className={styles.heatName} title={visibleString(nameOf(line))}>
              <VisibleText text={nameOf(line)} />
            </span>
            {starts.map((from, index) => {
              const value = line.values[index] ?? null;
              const share = value === null || most <= least ? 0 : (value - least) / (most - least);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the table has links for the keyboard
                <span
                  key={from}
                  className={styles.heatCell}
                  style={{ "--share": `${share === 0 ? 0 : 12 + share * 88}%` } as object}
                  onMouseEnter={() => setPoint({ line: row, index })}
                  onClick={() => {
                    if (!value || line.isOther) return;
                    const { resource, search } = logOf(line, bucketPeriod(series, index));
                    void navigate({
                      to: "/projects/$projectId/logs/$resource",
                      params: { projectId, resource },
                      search,
                    });
                  }}
                />
              );
            })}
          </Fragment>
        ))}
        {labeledTimes(starts).map((index) => (
          <span key={index} className={styles.heatTime} style={{ gridColumn: index + 2, gridRow: lines.length + 1 }}>
            {tick(starts[index] ?? 0)}
          </span>
        ))}
      </div>
      <p className={dashboardStyles.legend} aria-hidden>
        {shown ? (
          <>
            <span className={dashboardStyles.legendName}>
              <VisibleText text={nameOf(shown)} />
            </span>
            <strong>{formatValue(formats, kind, shown.values[point.index])}</strong>
            <span className={dashboardStyles.legendTime}>{formatTime(starts[point.index] ?? 0)}</span>
          </>
        ) : (
          <span className={dashboardStyles.legendName}>
            {t("heatMapScale", { most: formatValue(formats, kind, most) })}
          </span>
        )}
      </p>
    </>
  );
}

const maxLabels = 5;

/**
 * Returns the indexes of the columns that get a label. If more than one column starts at midnight, only such columns
 * get labels, so that the labels are days.
 */
function labeledTimes(starts: readonly number[]): readonly number[] {
  const all = Array.from(starts.keys());
  const days = all.filter((index) => isMidnight(starts[index] ?? 0));
  const candidates = days.length > 1 ? days : all;
  const every = Math.ceil(candidates.length / maxLabels);
  // A label in the last columns would be cut off.
  return candidates.filter((index, at) => at % every === 0 && index < starts.length * 0.9);
}
