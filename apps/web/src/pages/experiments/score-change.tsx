import { useFormats } from "../../messages/formats.ts";
import { changeTone } from "../../ui/change-tone.ts";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { useExperimentsText } from "./messages.ts";
import styles from "./score-change.module.css";

/**
 * Change of a score from the previous experiment on the same dataset, as the difference of the shown averages. `change`
 * is null if no earlier experiment has the score.
 */
export function ScoreChange({ name, change }: { readonly name: string; readonly change: number | null }) {
  const t = useExperimentsText();
  const directionOf = useScoreDirection();
  const formats = useFormats();
  if (change === null || change === 0) return null;
  return (
    <span className={styles.change} data-tone={changeTone(change, directionOf(name))} title={t("trendHint")}>
      {change > 0 ? "+" : "−"}
      {formats.number(Math.abs(change))}
    </span>
  );
}
