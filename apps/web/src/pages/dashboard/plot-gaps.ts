type Gap = [from: number, to: number];

/** Returns the gaps between values that are longer than a day. `timeAt` returns the epoch seconds at a position. */
export function gapsOverADay(gaps: readonly Gap[], timeAt: (position: number) => number): Gap[] {
  return gaps.filter(([from, to]) => timeAt(to) - timeAt(from) > 86_400);
}
