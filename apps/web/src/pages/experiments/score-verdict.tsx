import type { ComparedScore } from "@threadline/evaluation/statistics";
import { useFormats } from "../../messages/formats.ts";
import { changeTone, type Direction } from "../../ui/change-tone.ts";
import { useExperimentsText } from "./messages.ts";
import styles from "./score-chart.module.css";

/** Shows the interval of a score's difference from the baseline, and the verdict on the difference. */
export function ScoreVerdict({ score, direction }: { readonly score: ComparedScore; readonly direction: Direction }) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { interval, verdict, itemsNeeded } = score;
  const signed = (value: number): string => `${value < 0 ? "−" : "+"}${formats.number(Math.abs(value))}`;
  return (
    <span className={styles.verdict}>
      {interval !== null && <>{t("interval", { lower: signed(interval.lower), upper: signed(interval.upper) })} · </>}
      {verdict === "unknown" ? t("tooFewItems", { count: itemsNeeded }) : t(verdictText(score, direction))}
    </span>
  );
}

/**
 * Whether the difference is unlikely to be chance. The verdict `improved` means a higher average, even if lower values
 * of the score are better.
 */
export function isClear({ verdict }: ComparedScore): boolean {
  return verdict === "improved" || verdict === "regressed";
}

function verdictText(score: ComparedScore, direction: Direction) {
  if (!isClear(score)) return "noClearDifference";
  const tone = changeTone(score.difference, direction);
  if (tone !== undefined) return tone === "better" ? "clearlyImproved" : "clearlyRegressed";
  return score.difference > 0 ? "clearlyHigher" : "clearlyLower";
}
