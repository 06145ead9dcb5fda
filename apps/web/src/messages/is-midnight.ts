/** Whether a time is midnight for the reader. `time`: epoch milliseconds. */
export function isMidnight(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 0 && date.getMinutes() === 0;
}
