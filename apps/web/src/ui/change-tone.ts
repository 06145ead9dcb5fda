/** Which values of a figure are better. */
export type Direction = "HIGHER_IS_BETTER" | "LOWER_IS_BETTER" | "NEUTRAL";

export type ChangeTone = "better" | "worse";

/**
 * Returns the tone of a change, which determines its color. Undefined for a change of zero, and for a neutral figure.
 */
export function changeTone(change: number, direction: Direction): ChangeTone | undefined {
  if (change === 0 || direction === "NEUTRAL") return undefined;
  return change > 0 === (direction === "HIGHER_IS_BETTER") ? "better" : "worse";
}
