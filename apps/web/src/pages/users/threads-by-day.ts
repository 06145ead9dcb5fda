/** Number of threads per day in the reader's time zone, from the first to the last day, including days without any. */
export function threadsByDay(times: readonly string[]): { readonly day: string; readonly count: number }[] {
  const counts = new Map<number, number>();
  for (const time of times) {
    const date = new Date(time);
    const day = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const days = [...counts.keys()].toSorted((a, b) => a - b);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const filled: { day: string; count: number }[] = [];
  const begin = new Date(first);
  // A chart of more days would not be readable.
  while (filled.length < 366) {
    // By the calendar, because with clock changes a day may not have 24 hours, and may start at one o'clock.
    const day = new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + filled.length);
    if (day.getTime() > last) break;
    filled.push({ day: day.toISOString(), count: counts.get(day.getTime()) ?? 0 });
  }
  return filled;
}
