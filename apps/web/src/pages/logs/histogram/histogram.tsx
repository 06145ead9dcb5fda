import { useMemo, useState } from "react";
import { type Formats, useFormats } from "../../../messages/formats.ts";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useTimeFormats } from "../../dashboard/use-value-formats.ts";
import { type Bar, joinBars, labeledBars } from "./bars.ts";
import { BrushBars } from "./brush-bars.tsx";
import styles from "./histogram.module.css";
import { type HistogramText, useHistogramText } from "./messages.ts";
import { type HistogramOptions, useHistogram } from "./use-histogram.ts";

const maxLabels = 8;

/** Histogram of the list's records over its time range. Selecting bars narrows the time range. */
export function Histogram({
  onNarrow,
  ...options
}: HistogramOptions & { readonly onNarrow: (times: { readonly from: string; readonly to: string }) => void }) {
  const t = useHistogramText();
  const formats = useFormats();
  const { bars, bucketSeconds, isEstimate, isStale, error, refetch } = useHistogram(options);
  const [shown, setShown] = useState<readonly [number, number] | null>(null);
  const span = ((bars?.at(-1)?.to ?? 0) - (bars?.[0]?.from ?? 0)) / 1_000;
  const { tick } = useTimeFormats(bucketSeconds, span);
  // Formatting the texts of all bars takes longer than rendering them.
  const labels = useMemo(() => bars?.map((bar) => textOf(bar, t, formats)) ?? [], [bars, t, formats]);
  if (error && !bars) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!bars)
    return (
      <div className={styles.loading}>
        <LoadingState shape="chart" />
      </div>
    );

  const total = joinBars(bars, 0, bars.length - 1);
  const pointed = shown === null ? undefined : joinBars(bars, ...shown);
  const most = Math.max(...bars.map(({ count }) => count), 0);
  return (
    <div className={styles.histogram} aria-busy={isStale} data-stale={isStale || undefined}>
      <p className={styles.numbers}>
        {pointed ? (
          textOf(pointed, t, formats)
        ) : total === undefined || total.count === 0 ? (
          t("nothing")
        ) : (
          <>
            <span className={styles.hint}>{t("dragHint")}</span>
            {total.failed > 0 && <span className={styles.errors}>{failedOf(total, t, formats)}</span>}
          </>
        )}
        {isEstimate && <span className={styles.note}>{t("estimate")}</span>}
      </p>
      <div className={styles.plot}>
        <span className={styles.most} aria-hidden>
          {most > 0 && formats.compact(most)}
        </span>
        <BrushBars
          bars={bars}
          most={most}
          isDisabled={isStale}
          labels={labels}
          onShow={setShown}
          onNarrow={({ from, to }) => onNarrow({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })}
        />
        <div className={styles.axis} aria-hidden>
          {labeledBars(bars, maxLabels).map((index) => (
            <span key={index} style={placeOf(index / bars.length)}>
              {tick(bars[index]?.from ?? 0)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

function textOf(bar: Bar, t: HistogramText, formats: Formats): string {
  const records = t("records", { count: bar.count, formatted: formats.number(bar.count) });
  const text = `${formats.timeRange(bar.from, bar.to)}: ${records}`;
  return bar.failed === 0 ? text : `${text}, ${failedOf(bar, t, formats)}`;
}

function failedOf({ failed }: Bar, t: HistogramText, formats: Formats): string {
  return t("failed", { count: failed, formatted: formats.number(failed) });
}

/**
 * Returns the position of a label below its bar. A label near the right edge is aligned to the edge, so that it is not
 * cut off.
 */
function placeOf(share: number): { readonly left: string } | { readonly right: number } {
  return share > 0.92 ? { right: 0 } : { left: `${share * 100}%` };
}
