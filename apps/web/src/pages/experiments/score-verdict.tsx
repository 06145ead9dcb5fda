import type { ComparedScore } from "@threadline/evaluation/statistics";
import { useFormats } from "../../messages/formats.ts";
import { useExperimentsText } from "./messages.ts";
import styles from "./score-chart.module.css";

/** Shows the confidence interval of a score's difference from the baseline, and the verdict. */
export function ScoreVerdict({ score }: { readonly score: ComparedScore }) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { interval, verdict, itemsNeeded } = score;
  const signed = (value: number): string => `${value < 0 ? "−" : "+"}${formats.number(Math.abs(value))}`;
  return (
    <span className={styles.verdict}>
      {interval !== null && <>{t("interval", { lower: signed(interval.lower), upper: signed(interval.upper) })} · </>}
      {verdict === "unknown" ? t("tooFewItems", { count: itemsNeeded }) : t(verdictTexts[verdict])}
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
