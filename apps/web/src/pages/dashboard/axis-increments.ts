import type { ChartDefinition } from "./charts.ts";

/**
 * Returns the allowed distances between the labels of an axis, ascending: 1, 2 and 5 times each power of ten. The
 * smallest distance depends on the values, for example 1 for counts and 0.001 for seconds.
 */
export function axisIncrements({ key, kind }: Pick<ChartDefinition, "key" | "kind">): number[] {
  const least = kind === "seconds" ? -3 : kind === "cost" ? -9 : key === "scores" || kind === "rate" ? -2 : 0;
  const powers = Array.from({ length: 16 - least }, (_, index) => least + index);
  return powers.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
}
