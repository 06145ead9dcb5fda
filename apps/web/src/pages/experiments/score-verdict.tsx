import type { ComparedScore } from "@threadline/evaluation/statistics";
import { useFormats } from "../../messages/formats.ts";
import { useExperimentsText } from "./messages.ts";
import styles from "./score-chart.module.css";

/**
 * Shows the confidence interval of a score's difference from the baseline, and the verdict. The verdict is stricter
 * than the interval, because it is adjusted for the number of compared scores. If the interval excludes 0 although the
 * difference is not clear, only the tooltip has the interval, with the reason.
 */
export function ScoreVerdict({
  score,
  comparedScores,
}: {
  readonly score: ComparedScore;
  /** Number of scores that are compared with the baseline. */
  readonly comparedScores: number;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { interval, verdict, itemsNeeded } = score;
  const signed = (value: number): string => `${value < 0 ? "−" : "+"}${formats.number(Math.abs(value))}`;
  const excludesZero = interval !== null && (interval.lower > 0 || interval.upper < 0);
  const isAdjusted = excludesZero && !isClear(score) && comparedScores > 1;
  const bounds = interval && { lower: signed(interval.lower), upper: signed(interval.upper) };
  const text = verdict === "unknown" ? t("tooFewItems", { count: itemsNeeded }) : t(verdictTexts[verdict]);
  return (
    <span
      className={styles.verdict}
      title={bounds && isAdjusted ? t("intervalAlone", { ...bounds, count: comparedScores }) : undefined}
    >
      {bounds && !isAdjusted && <>{t("interval", bounds)} · </>}
      {text}
    </span>
  );
}

/** Whether the difference is unlikely to be chance. */
export function isClear({ verdict }: ComparedScore): boolean {
  return verdict !== "same" && verdict !== "unknown";
}

const verdictTexts = {
  improved: "clearlyImproved",
  regressed: "clearlyRegressed",
  higher: "clearlyHigher",
  lower: "clearlyLower",
  same: "noClearDifference",
} as const;
