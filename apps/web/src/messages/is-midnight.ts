/** Whether a time, in epoch milliseconds, is midnight for the user. */
export function isMidnight(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 0 && date.getMinutes() === 0;
}

/**
 * Corrects a label position of a chart's time axis. After a daylight-saving change, the position of a day can be an
 * hour before or after midnight. Returns midnight in this case, otherwise the given time.
 */
export function midnightNear(milliseconds: number): number {
  const times = [milliseconds + 3_600_000, milliseconds - 3_600_000];
  return times.find(isMidnight) ?? milliseconds;
}
