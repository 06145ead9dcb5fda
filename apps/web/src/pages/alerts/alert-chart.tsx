import { useNavigate, useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { PreviewAlertQuery } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { axisIncrements } from "../dashboard/axis-increments.ts";
import { Plot } from "../dashboard/plot.tsx";
import { useTimeFormats } from "../dashboard/use-value-formats.ts";
import { metricCatalog } from "../dashboards/metric-catalog.ts";
import type { AlertInput } from "./alert-draft.ts";
import { type AlertRecords, recordsOf } from "./alert-records.ts";
import styles from "./alerts.module.css";
import { useAlertsText } from "./messages.ts";
import { useAlertValue } from "./use-alert-value.ts";

/**
 * Chart of an alert's values and its threshold. Vertical lines mark the times at which the alert would have fired. A
 * click on a value opens the log list with the records of that value's period.
 */
export function AlertChart({
  alert,
  records,
  preview: { times, values, firings, from, isEstimate },
}: {
  readonly alert: AlertInput;
  readonly records: AlertRecords;
  readonly preview: PreviewAlertQuery["alertPreview"];
}) {
  const t = useAlertsText();
  const formats = useFormats();
  const write = useAlertValue(alert);
  const navigate = useNavigate();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const [point, setPoint] = useState<number | null>(null);
  const { threshold, metric, perRecord } = alert;
  const ends = useMemo(() => times.map((time) => Date.parse(time)), [times]);
  const plotted = useMemo(
    () => ({
      times: ends.map((end) => end / 1000),
      lines: [
        { name: metric, color: "--accent", values },
        ...(threshold == null ? [] : [{ name: "threshold", color: "--danger", values: ends.map(() => threshold) }]),
      ],
    }),
    [ends, values, metric, threshold],
  );
  const marks = useMemo(
    () => firings.map(({ startedAt }) => ({ name: "", version: null, time: Date.parse(startedAt) })),
    [firings],
  );
  const isFraction = perRecord === true || metric === "scoreAverage";
  const kind = isFraction ? "cost" : metricCatalog[metric].kind;
  const increments = useMemo(() => axisIncrements({ key: "volume", kind }), [kind]);
  const span = ((ends.at(-1) ?? 0) - (ends[0] ?? 0)) / 1000;
  const { tick } = useTimeFormats(span / Math.max(ends.length - 1, 1), span);
  const open = (index: number): void => {
    const end = ends[index];
    if (end === undefined) return;
    const { resource, search } = recordsOf(records, end);
    void navigate({ to: "/projects/$projectId/logs/$resource", params: { projectId, resource }, search });
  };
  const known = values.filter((value) => value !== null);
  const at = point === null ? undefined : ends[point];
  return (
    <figure className={styles.chart}>
      <Plot
        {...plotted}
        marks={marks}
        increments={increments}
        formatValue={write}
        formatTime={(seconds) => tick(seconds * 1000)}
        onPoint={setPoint}
        onOpen={open}
        onZoom={() => undefined}
      />
      <figcaption>
        {at !== undefined && point !== null
          ? t("firedAt", { time: formats.dateTime(new Date(at).toISOString()), value: write(values[point] ?? null) })
          : t("previewRange", {
              from: formats.dateTime(from),
              minimum: write(Math.min(...known)),
              maximum: write(Math.max(...known)),
            })}
        {isEstimate && ` ${t("estimated")}`}
      </figcaption>
    </figure>
  );
}
