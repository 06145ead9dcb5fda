import type { SettingsMonthsQuery } from "../../generated/settings.ts";

type Series = SettingsMonthsQuery["timeSeries"];

export const monthMetrics = ["threadCount", "stepCount", "generationCount", "tokenCount", "cost"] as const;

export type MonthMetric = (typeof monthMetrics)[number];

/** Usage in a calendar month (UTC). */
export interface MonthTotals {
  /** Start of the month, in epoch milliseconds; `to` is the start of the next month. */
  readonly from: number;
  readonly to: number;
  /**
   * Sums over the days of the month. A sum is null if no day has a value: for example the cost if no called model has a
   * price.
   */
  readonly totals: Readonly<Record<MonthMetric, number | null>>;
}

/** Returns the start of the month (UTC) that is `back` months before the month of `time`, in epoch milliseconds. */
export function startOfMonth(time: number, back = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back);
}

/** Groups a series of days by month, newest first. Omits the months before the first recorded step. */
export function monthTotals({ times, lines }: Series, now: number): readonly MonthTotals[] {
  const months: MonthTotals[] = [];
  for (let back = 0; ; back++) {
    const [from, to] = [startOfMonth(now, back), startOfMonth(now, back - 1)];
    const days = times.flatMap((time, index) => (isIn(Date.parse(time), from, to) ? [index] : []));
    if (days.length === 0) break;
    const sum = (metric: MonthMetric): number | null => {
      const values = lines.find((line) => line.metric === metric)?.values ?? [];
      const known = days.flatMap((day) => values[day] ?? []);
      return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
    };
    const totals = Object.fromEntries(monthMetrics.map((metric) => [metric, sum(metric)]));
    months.push({ from, to, totals: totals as Record<MonthMetric, number | null> }); // `totals` has all metrics
  }
  const oldest = months.findLastIndex(({ totals }) => monthMetrics.some((metric) => (totals[metric] ?? 0) > 0));
  return months.slice(0, Math.max(oldest + 1, 1));
}

function isIn(time: number, from: number, to: number): boolean {
  return time >= from && time < to;
}
