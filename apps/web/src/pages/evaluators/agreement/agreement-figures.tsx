import type { JudgeAgreementQuery, RateEstimateFieldsFragment } from "../../../generated/agreement.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Facts } from "../../../ui/facts.tsx";
import styles from "../evaluators-page.module.css";
import { useAgreementText } from "./messages.ts";

export type Calibration = NonNullable<JudgeAgreementQuery["calibration"]>;

export function AgreementFigures({ calibration }: { readonly calibration: Calibration }) {
  const t = useAgreementText();
  const formats = useFormats();
  const { labeledCount, judgedCount, isSampled, undecidedCount, scale, passFrom, passRate } = calibration;
  const estimate = (value: RateEstimateFieldsFragment | null): string =>
    value === null
      ? formats.percent(null)
      : t("estimate", {
          rate: formats.percent(value.rate),
          lower: formats.percent(value.lower),
          upper: formats.percent(value.upper),
        });
  const counts = { labeled: formats.number(labeledCount), judged: formats.number(judgedCount) };
  const ofScale =
    scale === "CATEGORIES"
      ? [
          { label: t("sameValue"), value: estimate(calibration.agreement) },
          { label: t("kappa"), value: formats.number(calibration.kappa) },
        ]
      : [
          { label: t("difference"), value: formats.number(calibration.meanAbsoluteDifference) },
          { label: t("correlation"), value: formats.number(calibration.correlation) },
          { label: t("alpha"), value: formats.number(calibration.alpha) },
        ];
  const ofDecisions =
    passFrom === null
      ? []
      : [
          { label: t("truePositive"), value: estimate(calibration.truePositiveRate) },
          { label: t("falsePositive"), value: estimate(calibration.falsePositiveRate) },
          { label: t("judgePassRate"), value: estimate(calibration.judgePassRate) },
          { label: t("passRate"), value: estimate(passRate) },
        ];
  const notes = [
    passRate !== null && t("weighted"),
    isSampled && t("sampled", { count: formats.number(judgedCount) }),
    undecidedCount > 0 && t("undecided", { count: undecidedCount }),
    passFrom !== null && passRate === null && t("needsBoth"),
  ].filter((note) => note !== false);
  return (
    <section className={styles.main} aria-label={t("figures")}>
      <h3>{t("figures")}</h3>
      <Facts
        facts={[
          { label: t("labeled"), value: t(isSampled ? "labeledSampled" : "labeledOf", counts) },
          { label: t("labelers"), value: formats.number(calibration.labelerCount) },
          ...ofScale,
          ...ofDecisions,
        ]}
      />
      <p className={styles.muted}>{[t("intervals"), ...notes].join(" ")}</p>
    </section>
  );
}
