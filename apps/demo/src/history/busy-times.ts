import type { Random } from "./random.ts";

const hour = 3_600_000;
const day = 24 * hour;
const historyDays = 14;

/** Share of each day, the oldest first: two quiet weekends and slow growth. */
const shareOfDay = [7, 8, 8, 9, 8, 4, 3, 8, 10, 10, 11, 10, 5, 9];
/** Share of each hour of a day that ends now: people work at this hour, and sleep twelve hours before it. */
const shareOfHour = [9, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 2, 3, 5, 6, 8, 9, 8, 8, 9, 9];

/** Draws a time by the rhythm of days and hours, in milliseconds before now: from 20 minutes to 14 days. */
export function busyTime(random: Random): number {
  const dayIndex = random.weighted(shareOfDay);
  const before = (historyDays - dayIndex) * day - random.weighted(shareOfHour) * hour - random.next() * hour;
  return Math.round(Math.max(before, 20 * 60_000 + random.next() * hour));
}
