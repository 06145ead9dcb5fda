import { useFormats } from "../../messages/formats.ts";
import { useExperimentsText } from "./messages.ts";
import styles from "./score-change.module.css";

/**
 * Change of a score from the previous experiment on the same dataset, as the difference of the shown averages. `change`
 * is null if no earlier experiment has the score. It has no color, because it may be due to chance.
 */
export function ScoreChange({ change }: { readonly change: number | null }) {
  const t = useExperimentsText();
  const formats = useFormats();
  if (change === null || change === 0) return null;
  return (
    <span className={styles.change} title={t("trendHint")}>
      {change > 0 ? "+" : "−"}
      {formats.number(Math.abs(change))}
    </span>
  );
}
