import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { type ValueBin, valueBins } from "../score-schemas/value-bins.ts";
import type { ComparedRow } from "./compared-row.ts";
import { mean } from "./mean.ts";
import { useExperimentsText } from "./messages.ts";
import charts from "./score-chart.module.css";
import styles from "./score-spread.module.css";

/**
 * Maximum number of distinct values that each get a bar of their own. If there are more, a bar stands for a range of
 * values.
 */
const maxListed = 10;

/** Distribution of each score of an experiment: one bar per value, or per range of values. */
export function ScoreSpread({
  rows,
  names,
}: {
  readonly rows: readonly ComparedRow[];
  readonly names: readonly string[];
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const scaleFor = useScoreScale();
  return (
    <section className={charts.charts} aria-label={t("distributions")}>
      {names.map((name) => {
        const values = rows.flatMap(({ cells: [cell] }) => cell?.scores.get(name) ?? []);
        const bins = binsOf(values, scaleFor(name, values).bounds);
        const counts = bins.map((bin, index) => values.filter((value) => isIn(value, bin, bins[index + 1])).length);
        const most = Math.max(...counts, 1);
        return (
          <figure key={name} className={charts.chart} aria-label={visibleString(name)}>
            <figcaption>
              <VisibleText text={name} />{" "}
              <span className={charts.scale}>
                {t("average")}: {formats.number(mean(values))}
              </span>
            </figcaption>
            <ul className={styles.bars}>
              {bins.map(({ from, to }, index) => {
                const range =
                  from === to
                    ? formats.number(from)
                    : t("interval", { lower: formats.number(from), upper: formats.number(to) });
                const count = counts[index] ?? 0;
                const text = `${range}: ${t("rows", { count })}`;
                return (
                  <li key={from} title={text}>
                    <span className="visually-hidden">{text}</span>
                    <span className={styles.count} aria-hidden>
                      {count > 0 && formats.number(count)}
                    </span>
                    <span className={styles.bar} style={{ height: `${(count / most) * 100}%` }} />
                    <span className={styles.value} aria-hidden>
                      {formats.number(from)}
                    </span>
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

function binsOf(values: readonly number[], bounds: readonly [number, number] | null): readonly ValueBin[] {
  const different = [...new Set(values)].toSorted((one, other) => one - other);
  if (different.length <= maxListed) return different.map((value) => ({ from: value, to: value }));
  const [minimum = null, maximum = null] = bounds ?? [];
  return valueBins({ minimum, maximum }, values);
}

/** Whether a value belongs to a bin. The upper end of the last bin is inclusive. */
function isIn(value: number, { from, to }: ValueBin, next: ValueBin | undefined): boolean {
  return value >= from && (value < to || value === from || next === undefined);
}
