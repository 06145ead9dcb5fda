import { Link } from "@tanstack/react-router";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useScaleText } from "../dashboard/use-scale-text.ts";
import { useScoreScale } from "../dashboard/use-score-scale.ts";
import { useExperimentsText } from "./messages.ts";
import { ScoreChange } from "./score-change.tsx";
import type { ScoreTrend } from "./score-trends.ts";
import styles from "./trend-list.module.css";

/** Bar chart of each score over the experiments of a dataset. A click on a bar opens its experiment. */
export function TrendList({
  projectId,
  trends,
}: {
  readonly projectId: string;
  readonly trends: readonly ScoreTrend[];
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const scaleFor = useScoreScale();
  const scaleText = useScaleText();
  return (
    <section aria-label={t("trends")} className={styles.trends}>
      {trends.map(({ name, points, change, ...range }) => {
        const scale = scaleFor(
          name,
          points.map(({ value }) => value),
        );
        const [low, high] = scale.bounds ?? [range.low, range.high];
        return (
          <figure key={name} className={styles.trend} aria-label={visibleString(name)}>
            <figcaption>
              <span className={styles.name} title={visibleString(name)}>
                <VisibleText text={name} />
              </span>
              <strong>{formats.number(points.at(-1)?.value)}</strong>
              <ScoreChange change={change} />
            </figcaption>
            <div className={styles.bars}>
              {points.map((point) => {
                const label = `${point.name}: ${formats.number(point.value)}`;
                return (
                  <Link
                    key={point.id}
                    className={styles.slot}
                    aria-label={visibleString(label)}
                    title={visibleString(label)}
                    to="/projects/$projectId/experiments/compare"
                    params={{ projectId }}
                    search={{ ids: point.id }}
                    preload={false}
                  >
                    <span className={styles.bar} style={{ height: `${((point.value - low) / (high - low)) * 100}%` }} />
                  </Link>
                );
              })}
            </div>
            <span className={styles.scale}>{scaleText(scale)}</span>
          </figure>
        );
      })}
    </section>
  );
}
