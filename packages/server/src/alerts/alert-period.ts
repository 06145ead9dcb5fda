import { isCalendar } from "../records/alerts.ts";
import type { AlertPeriod } from "../store/alerts.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths of the periods, in milliseconds. A month counts as 31 days. */
export const periodLengths: Readonly<Record<AlertPeriod, number>> = {
  FIVE_MINUTES: 5 * minute,
  FIFTEEN_MINUTES: 15 * minute,
  HOUR: hour,
  SIX_HOURS: 6 * hour,
  DAY: day,
  WEEK: 7 * day,
  CALENDAR_DAY: day,
  CALENDAR_MONTH: 31 * day,
};

/** Range of times, in epoch milliseconds. `from` is inclusive, `to` is exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Time between two evaluations, in milliseconds. */
export function evaluationInterval(period: AlertPeriod): number {
  if (periodLengths[period] <= hour) return minute;
  return period === "DAY" || period === "WEEK" ? 15 * minute : 5 * minute;
}

/**
 * Returns the range of times that an evaluation at the time `at` covers. A calendar period starts with the day or
 * month, and may be incomplete. At midnight, it covers the day or month that has just ended.
 */
export function rangeEndingAt(period: AlertPeriod, at: number): TimeRange {
  return { from: isCalendar(period) ? calendarStart(period, at - 1) : at - periodLengths[period], to: at };
}

/** Start of the calendar day or month that contains a time, in UTC. */
export function calendarStart(period: "CALENDAR_DAY" | "CALENDAR_MONTH", at: number): number {
  if (period === "CALENDAR_DAY") return Math.floor(at / day) * day;
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
