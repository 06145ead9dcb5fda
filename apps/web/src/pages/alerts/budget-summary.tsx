import type { PreviewAlertQuery } from "../../generated/alerts.ts";
import { useFormats } from "../../messages/formats.ts";
import { Facts } from "../../ui/facts.tsx";
import type { AlertInput } from "./alert-draft.ts";
import styles from "./alerts.module.css";
import { budgetProgress, type CalendarPeriod } from "./budget-progress.ts";
import { useAlertsText } from "./messages.ts";
import { useAlertValue } from "./use-alert-value.ts";

/** Alert on the sum of all records of a calendar day or month. */
export type Budget = AlertInput & { readonly period: CalendarPeriod };

export function isBudget(alert: AlertInput): alert is Budget {
  const isCalendar = alert.period === "CALENDAR_DAY" || alert.period === "CALENDAR_MONTH";
  return isCalendar && alert.kind === "ABOVE" && alert.groupBy == null && alert.perRecord !== true;
}

/**
 * Shows the value of the current period so far, and the time at which it reached or will probably reach the threshold.
 */
export function BudgetSummary({
  budget,
  preview,
}: {
  readonly budget: Budget;
  readonly preview: PreviewAlertQuery["alertPreview"];
}) {
  const t = useAlertsText();
  const formats = useFormats();
  const write = useAlertValue(budget);
  const { period, threshold = null } = budget;
  const progress = budgetProgress(
    { from: Date.parse(preview.from), times: preview.times.map((time) => Date.parse(time)), values: preview.values },
    { period, threshold },
  );
  if (progress === null) return null;
  const { spent, reachedAt, expected, willReachAt, previous } = progress;
  const share = threshold !== null && threshold > 0 ? spent / threshold : null;
  const at = (time: number): string => formats.dateTime(new Date(time).toISOString());
  const state = (): string | null => {
    if (threshold === null) return t("budgetThreshold");
    if (reachedAt !== null) return t("budgetReached", { time: at(reachedAt) });
    if (willReachAt !== null) return t("budgetWillReach", { time: at(willReachAt) });
    return expected === null ? null : t("budgetWillHold");
  };
  return (
    <section className={styles.preview} aria-label={t(period)}>
      <h3>{t(period)}</h3>
      <p className={styles.spent}>
        <strong>{write(spent)}</strong>{" "}
        {share !== null && t("budgetOf", { threshold: write(threshold), percent: formats.percent(share) })}
      </p>
      {share !== null && (
        <span className={styles.level} data-over={share > 1 || undefined} aria-hidden>
          <span style={{ width: `${Math.min(share, 1) * 100}%` }} />
        </span>
      )}
      <p role="status">{state()}</p>
      <Facts
        facts={[
          ...(expected === null ? [] : [{ label: t("budgetExpected"), value: write(expected) }]),
          ...(previous === null
            ? []
            : [
                {
                  label: t(period === "CALENDAR_DAY" ? "budgetYesterday" : "budgetLastMonth"),
                  value:
                    previous.reachedAt === null
                      ? write(previous.spent)
                      : t("budgetPreviousReached", { value: write(previous.spent), time: at(previous.reachedAt) }),
                },
              ]),
        ]}
      />
    </section>
  );
}
