import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { type Formats, useFormats } from "../../messages/formats.ts";
import { i18n } from "../../messages/i18n.ts";
import { Button } from "../../ui/button.tsx";
import type { SettingsMonthsQuery } from "../../generated/settings.ts";
import styles from "./day-usage.module.css";
import { type MonthMetric, monthMetrics } from "./month-totals.ts";
import settingsStyles from "./settings.module.css";
import { useUsageText } from "./usage-messages.ts";

const shownDays = 30;
const dayMs = 86_400_000;

/** Bar chart of a metric per day (UTC). A click on a bar opens the dashboard of that day. */
export function DayUsage({ series: { times, lines } }: { readonly series: SettingsMonthsQuery["timeSeries"] }) {
  const t = useUsageText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const hasCost = lines.some(({ metric: name, values }) => name === "cost" && values.some((value) => value !== null));
  const [metric, setMetric] = useState<MonthMetric>(hasCost ? "cost" : "stepCount");
  const amounts = lines.find((line) => line.metric === metric)?.values.slice(-shownDays) ?? [];
  const days = times
    .slice(-shownDays)
    .map((time, index) => ({ from: Date.parse(time), value: amounts[index] ?? null }));
  const most = Math.max(...days.map(({ value }) => value ?? 0));
  const total = days.reduce((sum, { value }) => sum + (value ?? 0), 0);
  const format = new Intl.DateTimeFormat(i18n.language, { day: "numeric", month: "short", timeZone: "UTC" });
  return (
    <section className={settingsStyles.quota} aria-label={t("lastDays", { count: shownDays })}>
      <div className={styles.head}>
        <h2>{t("lastDays", { count: shownDays })}</h2>
        <div role="group" aria-label={t("metric")} className={styles.metrics}>
          {monthMetrics.map((each) => (
            <Button key={each} size="small" isPressed={metric === each} onClick={() => setMetric(each)}>
              {t(each)}
            </Button>
          ))}
        </div>
      </div>
      <p className={settingsStyles.about}>
        {t("dayTotals", {
          total: formatAmount(formats, metric, total),
          average: formatAmount(formats, metric, total / Math.max(days.length, 1)),
        })}
      </p>
      <div className={styles.ends} aria-hidden>
        <span>{formatAmount(formats, metric, most)}</span>
      </div>
      <div ref={showNewest} className={styles.scroller}>
        <div className={styles.bars}>
          {days.map(({ from, value }, index) => {
            const label = `${format.format(from)}: ${formatAmount(formats, metric, value)}`;
            return (
              <Link
                key={from}
                className={styles.day}
                aria-label={label}
                to="/projects/$projectId/dashboard"
                params={{ projectId }}
                search={{
                  from: new Date(from).toISOString(),
                  to: new Date(from + dayMs).toISOString(),
                  experiments: true,
                }}
                preload={false}
              >
                <span className={styles.bar} style={{ height: `${((value ?? 0) / (most || 1)) * 100}%` }} />
                <span className={styles.tip} data-end={index >= days.length / 2 || undefined} aria-hidden>
                  {label}
                </span>
              </Link>
            );
          })}
        </div>
        <div className={styles.ends} aria-hidden>
          {[days[0], days.at(-1)].map((day, index) => day && <span key={index}>{format.format(day.from)}</span>)}
        </div>
      </div>
    </section>
  );
}

/** In a narrow window, the days scroll, so that each is wide enough to be clicked. Shows the newest ones. */
function showNewest(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollLeft = scroller.scrollWidth;
}

/** Formats an amount of usage. Counts such as tokens are rounded, because their average per day may be a fraction. */
export function formatAmount(formats: Formats, metric: MonthMetric, value: number | null): string {
  return metric === "cost" ? formats.cost(value) : formats.number(Math.round(value ?? 0));
}
