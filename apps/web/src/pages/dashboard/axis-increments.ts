import type { ChartDefinition } from "./charts.ts";

/**
 * What the values beside an axis may be apart, ascending: 1, 2 or 5 of a power of ten, and never less than can be written.
 * Nothing is counted in halves, and times are told in whole milliseconds.
 */
export function axisIncrements({ key, kind }: Pick<ChartDefinition, "key" | "kind">): number[] {
  const least = kind === "seconds" ? -3 : kind === "cost" ? -9 : key === "scores" ? -2 : 0;
  const powers = Array.from({ length: 16 - least }, (_, index) => least + index);
  return powers.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
}
