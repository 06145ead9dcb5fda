/** Whether a time is midnight for the reader. `time`: epoch milliseconds. */
export function isMidnight(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 0 && date.getMinutes() === 0;
}

/** The midnight an hour away, where the labels of days are after a change of daylight saving time; else the same time. */
export function midnightNear(milliseconds: number): number {
  const times = [milliseconds + 3_600_000, milliseconds - 3_600_000];
  return times.find(isMidnight) ?? milliseconds;
}
