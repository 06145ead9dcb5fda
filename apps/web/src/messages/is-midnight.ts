/** Whether a time, in epoch milliseconds, is midnight for the user. */
export function isMidnight(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 0 && date.getMinutes() === 0;
}

/**
 * Returns midnight if the time is exactly an hour before or after midnight, otherwise the given time. After a
 * daylight-saving change, a chart places the labels of days an hour away from midnight.
 */
export function midnightNear(milliseconds: number): number {
  const times = [milliseconds + 3_600_000, milliseconds - 3_600_000];
  return times.find(isMidnight) ?? milliseconds;
}
