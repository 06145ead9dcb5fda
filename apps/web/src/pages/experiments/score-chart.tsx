import type { ComparedScore } from "@threadline/evaluation/statistics";
import { useFormats } from "../../messages/formats.ts";
import { type ChangeTone, changeTone, type Direction } from "../../ui/change-tone.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useScaleText } from "../dashboard/use-scale-text.ts";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { type DirectionOf } from "../score-schemas/use-score-direction.ts";
import type { ColumnSummary } from "./compare-runs.ts";
import type { ComparedRun } from "./compared-run.ts";
import { useExperimentsText } from "./messages.ts";
import styles from "./score-chart.module.css";
import { isClear, ScoreVerdict } from "./score-verdict.tsx";

/**
 * Bar chart of each score, with one bar per experiment. Each bar has the difference from the baseline, and a note that
 * shows whether the difference may be chance.
 */
export function ScoreChart({
  runs,
  summaries,
  comparisons,
  directionOf,
}: {
  readonly runs: readonly ComparedRun[];
  readonly summaries: readonly ColumnSummary[];
  /** For each experiment, the comparison of its scores with the baseline, by score name. */
  readonly comparisons: readonly ReadonlyMap<string, ComparedScore>[];
  readonly directionOf: DirectionOf;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const scaleFor = useScoreScale();
  const scaleText = useScaleText();
  const names = [...new Set(summaries.flatMap(({ averages }) => averages.map(({ name }) => name)))].toSorted((a, b) =>
    a.localeCompare(b),
  );
  if (names.length === 0) return null;
  return (
    <section className={styles.charts} aria-label={t("averageScores")}>
      {names.map((name) => {
        const values = summaries.map(({ averages }) => averages.find((each) => each.name === name));
        const all = values.flatMap((value) => (value ? [value.average] : []));
        const scale = scaleFor(name, all);
        const [low, high] = scale.bounds ?? [Math.min(0, ...all), Math.max(1, ...all)];
        const length = high - low;
        const direction = directionOf(name);
        return (
          <figure key={name} className={styles.chart} aria-label={visibleString(name)}>
            <figcaption>
              <VisibleText text={name} /> <span className={styles.scale}>{scaleText(scale)}</span>{" "}
              {direction !== "HIGHER_IS_BETTER" && <span className={styles.scale}>{t(direction)}</span>}
            </figcaption>
            <ul className={styles.lines}>
              {runs.map((run, index) => {
                const { average = null, delta = null } = values[index] ?? {};
                const compared = comparisons[index]?.get(name);
                const tone = toneOf(compared, direction);
                return (
                  <li key={run.id}>
                    <span className={styles.name} title={visibleString(run.name)}>
                      <VisibleText text={run.name} />
                    </span>
                    <span className={styles.track}>
                      {average !== null && (
                        <span data-tone={tone} style={{ width: `${Math.max(((average - low) / length) * 100, 1)}%` }} />
                      )}
                    </span>
                    <strong>{formats.number(average)}</strong>
                    <span className={styles.delta} data-tone={tone}>
                      {delta !== null && delta !== 0 && `${delta > 0 ? "+" : "−"}${formats.number(Math.abs(delta))}`}
                    </span>
                    {compared !== undefined && (
                      <ScoreVerdict score={compared} comparedScores={comparisons[index]?.size ?? 0} />
                    )}
                  </li>
                );
              })}
            </ul>
          </figure>
        );
      })}
      <p className={styles.about}>
        {t("higherIsBetter")} {runs.length > 1 && t("intervalsAbout")}
      </p>
    </section>
  );
}

/** Returns no color for a difference that may be chance. */
function toneOf(compared: ComparedScore | undefined, direction: Direction): ChangeTone | undefined {
  return compared !== undefined && isClear(compared) ? changeTone(compared.difference, direction) : undefined;
}
