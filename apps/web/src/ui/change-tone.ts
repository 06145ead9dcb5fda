/** Which values of a figure are better: higher, lower, or neither. */
export type Direction = "HIGHER_IS_BETTER" | "LOWER_IS_BETTER" | "NEUTRAL";

export type ChangeTone = "better" | "worse";

/** Relative change up to which a figure counts as unchanged. */
export const minShare = 0.005;

/**
 * Returns whether a change is an improvement. Undefined if nothing changed, or if the figure has no better direction.
 */
export function changeTone(change: number, direction: Direction): ChangeTone | undefined {
  if (change === 0 || direction === "NEUTRAL") return undefined;
  return change > 0 === (direction === "HIGHER_IS_BETTER") ? "better" : "worse";
}
