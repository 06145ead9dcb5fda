/** How many threads began on each day of the reader's time zone, from the first of them to the last, days without one included. */
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
  const date = new Date(first);
  // By the calendar, because a day of a change of clocks is not 24 hours long; more days than these are no picture.
  for (; date.getTime() <= last && filled.length < 366; date.setDate(date.getDate() + 1)) {
    filled.push({ day: date.toISOString(), count: counts.get(date.getTime()) ?? 0 });
  }
  return filled;
}
