import { useOperation } from "../../api/use-request.ts";
import { previewAlert, type PreviewAlertQuery } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import type { AlertInput } from "./alert-draft.ts";
import styles from "./alerts.module.css";
import { useAlertsText } from "./messages.ts";
import { useAlertValue } from "./use-alert-value.ts";

const width = 600;
const height = 120;
/** Maximum number of listed times at which the alert would have fired. */
const shownFirings = 5;
const settleMs = 400;

/** Chart of the last 30 days, and the times at which the alert would have fired. */
export function AlertPreview({ alert }: { readonly alert: AlertInput }) {
  const t = useAlertsText();
  // The name, the channels and the switch do not change it.
  const shown = useDebounced({ ...alert, name: "-", channelIds: [], isOn: false }, settleMs);
  const { data, error } = useOperation(previewAlert, { alert: shown });
  if (error) return <p role="status">{error.message}</p>;
  if (!data) return <p role="status">{t("previewing")}</p>;
  return <Preview alert={shown} preview={data.alertPreview} />;
}

function Preview({
  alert,
  preview,
}: {
  readonly alert: AlertInput;
  readonly preview: PreviewAlertQuery["alertPreview"];
}) {
  const t = useAlertsText();
  const formats = useFormats();
  const write = useAlertValue(alert);
  const { firings, times, values, from } = preview;
  const known = values.filter((value) => value !== null);
  const latest = firings.slice(-shownFirings).toReversed();
  return (
    <section className={styles.preview} aria-label={t("preview")}>
      <h3>{t("preview")}</h3>
      <p role="status">
        {firings.length > 0
          ? t("wouldHaveFired", { count: firings.length })
          : t(known.length === 0 ? "noValues" : "neverFired")}
      </p>
      {latest.length > 0 && (
        <ul className={styles.firings}>
          {latest.map(({ startedAt, value }) => (
            <li key={startedAt}>{t("firedAt", { time: formats.dateTime(startedAt), value: write(value) })}</li>
          ))}
        </ul>
      )}
      {known.length > 0 && (
        <figure className={styles.chart}>
          {known.length > 1 && (
            <Chart times={times} values={values} threshold={alert.threshold ?? null} firings={firings} />
          )}
          <figcaption>
            {t("previewRange", {
              from: formats.dateTime(from),
              minimum: write(Math.min(...known)),
              maximum: write(Math.max(...known)),
            })}
            {preview.isEstimate && ` ${t("estimated")}`}
          </figcaption>
        </figure>
      )}
    </section>
  );
}

/** Values over time, with the threshold and the times at which the alert would have fired. */
function Chart({
  times,
  values,
  threshold,
  firings,
}: {
  readonly times: readonly string[];
  readonly values: readonly (number | null)[];
  readonly threshold: number | null;
  readonly firings: PreviewAlertQuery["alertPreview"]["firings"];
}) {
  const known = values.filter((value) => value !== null);
  const low = Math.min(0, ...known, threshold ?? 0);
  const span = Math.max(...known, threshold ?? 0) - low || 1;
  const start = Date.parse(times[0] ?? "");
  const length = Date.parse(times.at(-1) ?? "") - start || 1;
  const x = (time: number): number => ((time - start) / length) * width;
  const y = (value: number): number => height - 2 - ((value - low) / span) * (height - 4);
  return (
    <svg className={styles.plot} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      {firings.map(({ startedAt, endedAt }) => {
        const left = x(Date.parse(startedAt));
        const right = endedAt === null ? width : x(Date.parse(endedAt));
        return <rect key={startedAt} x={left} y={0} width={Math.max(right - left, 2)} height={height} />;
      })}
      {lineParts(times, values, { x, y }).map((points) => (
        <polyline key={points} points={points} vectorEffect="non-scaling-stroke" />
      ))}
      {threshold !== null && (
        <line x1={0} x2={width} y1={y(threshold)} y2={y(threshold)} vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  );
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Returns the lines of the chart, which are interrupted where values are missing. */
function lineParts(
  times: readonly string[],
  values: readonly (number | null)[],
  { x, y }: { readonly x: (time: number) => number; readonly y: (value: number) => number },
): string[] {
  const parts: string[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) parts.push([]);
    else parts.at(-1)?.push(`${tenths(x(Date.parse(times[index] ?? "")))},${tenths(y(value))}`);
  }
  return parts.filter((part) => part.length > 0).map((part) => part.join(" "));
}
