import type { Formats } from "../../messages/formats.ts";
import { type ChangeTone, changeTone } from "../../ui/change-tone.ts";
import type { FigureSummary } from "./run-figures.ts";
import styles from "./experiments-page.module.css";
import { formatFigure } from "./format-figure.ts";
import { useExperimentsText } from "./messages.ts";

export function FigureTable({
  figures,
  clear,
  isDetailed,
  formats,
}: {
  readonly figures: readonly FigureSummary[];
  /** Names of the figures that clearly differ from the baseline. Only their differences have a color. */
  readonly clear: ReadonlySet<string>;
  /** Whether to show each figure on its own line, with totals. */
  readonly isDetailed: boolean;
  readonly formats: Formats;
}) {
  const t = useExperimentsText();
  if (figures.length === 0) return null;
  const totals = figures
    .filter(({ name }) => name !== "latency")
    .map(
      ({ name, total }) => `${formatFigure(formats, name, total)}${name === "tokens" ? ` ${t("tokensShort")}` : ""}`,
    );
  return (
    <>
      <div className={styles.labeled} data-dense={!isDetailed || undefined}>
        <span className={styles.totals} title={t("average")}>
          {t("perItem")}
        </span>
        <dl className={styles.figureTable} data-dense={!isDetailed || undefined}>
          {figures.map(({ name, average, change }) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd title={t("average")}>{formatFigure(formats, name, average)}</dd>
              <dd title={t("changeHint")} data-tone={clear.has(name) ? toneOf(change) : undefined}>
                {change !== null && signed(formats, change)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {isDetailed && totals.length > 0 && (
        <span className={styles.totals}>{t("inAll", { totals: totals.join(", ") })}</span>
      )}
    </>
  );
}

/** Differences below this share of the baseline count as equal. */
const negligible = 0.005;

function toneOf(change: number | null): ChangeTone | undefined {
  if (change === null || Math.abs(change) < negligible) return undefined;
  return changeTone(change, "LOWER_IS_BETTER");
}

function signed(formats: Formats, change: number): string {
  const isNothing = Math.abs(change) < 0.0005;
  return `${isNothing ? "±" : change > 0 ? "+" : "−"}${formats.percent(isNothing ? 0 : Math.abs(change))}`;
}
