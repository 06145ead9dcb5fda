import type { ChartDefinition } from "./charts.ts";

/**
 * Returns the allowed distances between the labels of an axis, ascending: 1, 2 or 5 times a power of ten. Counts only
 * allow integers, and times at least a millisecond.
 */
export function axisIncrements({ key, kind }: Pick<ChartDefinition, "key" | "kind">): number[] {
  const least = kind === "seconds" ? -3 : kind === "cost" ? -9 : key === "scores" || kind === "rate" ? -2 : 0;
  const powers = Array.from({ length: 16 - least }, (_, index) => least + index);
  return powers.flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)));
}
