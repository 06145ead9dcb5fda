import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { mean } from "./mean.ts";
import { useExperimentsText } from "./messages.ts";
import { isInBin, type ScoreSpread } from "./score-bins.ts";
import { ScoreChange } from "./score-change.tsx";
import type { ScoreChanges } from "./score-changes.ts";
import charts from "./score-chart.module.css";
import styles from "./score-spreads.module.css";
import { useBinText } from "./use-bin-text.ts";

/**
 * Average and distribution of each score of an experiment: one bar per value, or per range of values. A click on a bar
 * selects the rows with its values.
 */
export function ScoreSpreads({
  spreads,
  changes,
  selected,
  onSelect,
}: {
  readonly spreads: readonly ScoreSpread[];
  /** Changes since the previous experiment; undefined without one. */
  readonly changes: ScoreChanges | undefined;
  /** Score and start of the selected bar; undefined for none. */
  readonly selected: { readonly score: string | undefined; readonly bin: number | undefined };
  readonly onSelect: (selected: { readonly score: string | undefined; readonly bin: number | undefined }) => void;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const binText = useBinText();
  if (spreads.length === 0) return null;
  return (
    <section className={styles.spreads} aria-label={t("distributions")}>
      {spreads.map(({ name, values, bins }) => {
        const counts = bins.map(({ from }) => values.filter((value) => isInBin(value, bins, from)).length);
        const most = Math.max(...counts, 1);
        return (
          <figure key={name} className={charts.chart} aria-label={visibleString(name)}>
            <figcaption className={styles.caption}>
              <span className={styles.name} title={visibleString(name)}>
                <VisibleText text={name} />
              </span>
              <strong title={t("average")}>{formats.number(mean(values))}</strong>
              <ScoreChange change={changes?.get(name) ?? null} />
            </figcaption>
            <ul className={styles.bars}>
              {bins.map((bin, index) => {
                const { from, to } = bin;
                const count = counts[index] ?? 0;
                const text = `${binText(name, bin)}: ${t("rows", { count })}`;
                const isSelected = selected.score === name && selected.bin === from;
                return (
                  <li key={from}>
                    <button
                      type="button"
                      className={styles.slot}
                      title={visibleString(text)}
                      aria-pressed={isSelected}
                      disabled={count === 0}
                      onClick={() =>
                        onSelect(isSelected ? { score: undefined, bin: undefined } : { score: name, bin: from })
                      }
                    >
                      <span className="visually-hidden">
                        <VisibleText text={text} />
                      </span>
                      <span className={styles.count} aria-hidden>
                        {count > 0 && formats.number(count)}
                      </span>
                      <span className={styles.bar} style={{ height: `${(count / most) * 100}%` }} />
                      <span className={styles.value} aria-hidden>
                        {from === to ? <VisibleText text={binText(name, bin)} /> : formats.number(from)}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </figure>
        );
      })}
    </section>
  );
}
