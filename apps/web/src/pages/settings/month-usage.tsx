import { Link } from "@tanstack/react-router";
import { useProjectId } from "../../api/project-id.ts";
import { useOperation } from "../../api/use-request.ts";
import { settingsMonths } from "../../generated/settings.ts";
import { i18n } from "../../messages/i18n.ts";
import { useFormats } from "../../messages/formats.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { DayUsage, formatAmount } from "./day-usage.tsx";
import { type MonthMetric, monthMetrics, type MonthTotals, monthTotals, startOfMonth } from "./month-totals.ts";
import styles from "./settings.module.css";
import { useUsageText } from "./usage-messages.ts";

const earlierMonths = 11;
const daySeconds = 86_400;

/** Usage per day of the last months. `now` is in epoch milliseconds. */
export function useDays(now: number) {
  return useOperation(settingsMonths, {
    metrics: [...monthMetrics],
    from: new Date(startOfMonth(now, earlierMonths)).toISOString(),
    bucketSeconds: daySeconds,
    maxPoints: 400,
  });
}

export function MonthUsage({ now }: { readonly now: number }) {
  const t = useUsageText();
  const { data, error, refetch } = useDays(now);
  const months = data && monthTotals(data.timeSeries, now);
  return (
    <>
      <div className={styles.quota}>
        <h2>{t("months")}</h2>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <LoadingState />}
        {months && <MonthTable months={months} />}
        <p className={styles.about}>{t("monthsAbout")}</p>
      </div>
      {data && <DayUsage series={data.timeSeries} />}
    </>
  );
}

function MonthTable({ months }: { readonly months: readonly MonthTotals[] }) {
  const t = useUsageText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const format = new Intl.DateTimeFormat(i18n.language, { month: "long", year: "numeric", timeZone: "UTC" });
  const most = (metric: MonthMetric): number => Math.max(...months.map(({ totals }) => totals[metric] ?? 0));
  return (
    <Table
      label={t("months")}
      isStacked
      columns={[
        { key: "month", label: t("month") },
        ...monthMetrics.map((metric) => ({ key: metric, label: t(metric), isNumber: true })),
      ]}
    >
      {months.map(({ from, to, totals }, index) => (
        <tr key={from}>
          <td data-label={t("month")}>
            <span className={styles.month}>
              <Link
                data-row
                to="/projects/$projectId/dashboard"
                params={{ projectId }}
                search={{ from: new Date(from).toISOString(), to: new Date(to).toISOString(), experiments: true }}
              >
                {format.format(from)}
              </Link>
              {index === 0 && <span className={styles.muted}>{t("soFar")}</span>}
            </span>
          </td>
          {monthMetrics.map((metric) => (
            <td key={metric} data-number data-label={t(metric)}>
              <span className={styles.amount}>
                {formatAmount(formats, metric, totals[metric])}
                {months.length > 1 && (
                  <span className={styles.amountBar} aria-hidden>
                    <span style={{ width: `${((totals[metric] ?? 0) / (most(metric) || 1)) * 100}%` }} />
                  </span>
                )}
              </span>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
