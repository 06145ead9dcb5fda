/** Whether a time, in epoch milliseconds, is midnight for the user. */
export function isMidnight(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 0 && date.getMinutes() === 0;
}

/**
 * Chart axes can label a day with a time that is an hour off after a daylight-saving change. Returns midnight if it is
 * exactly one hour before or after the time; otherwise, returns the time itself.
 */
export function midnightNear(milliseconds: number): number {
  const times = [milliseconds + 3_600_000, milliseconds - 3_600_000];
  return times.find(isMidnight) ?? milliseconds;
}
