/** Whether a time, in epoch milliseconds, is midnight for the user. */
export function isMidnight(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 0 && date.getMinutes() === 0;
}

/**
 * Returns the midnight that is exactly one hour before or after the time; if there is none, returns the time itself.
 * After a daylight-saving change, day labels are off by one hour, and this corrects them.
 */
export function midnightNear(milliseconds: number): number {
  const times = [milliseconds + 3_600_000, milliseconds - 3_600_000];
  return times.find(isMidnight) ?? milliseconds;
}
