/** Longest time between two values that a line joins, in seconds, if there are times without values between them. */
const longestJoined = 86_400;

/** Whether a line joins values at two times in epoch seconds. It does not over a day without values. */
export function isJoined(from: number, to: number): boolean {
  return to - from <= longestJoined;
}

/** Returns the indexes of values that no line joins with another value, so that they are drawn as points. */
export function isolatedIndexes(times: readonly number[], values: readonly (number | null)[]): number[] {
  const known = values.flatMap((value, index) => (value === null ? [] : [index]));
  const isGap = (from: number | undefined, to: number | undefined): boolean =>
    from === undefined || to === undefined || (to - from > 1 && !isJoined(times[from] ?? 0, times[to] ?? 0));
  return known.filter((index, place) => isGap(known[place - 1], index) && isGap(index, known[place + 1]));
}
