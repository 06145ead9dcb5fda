import type { Direction } from "../../ui/change-tone.ts";

/** Returns the color of a score with values from 0 to 1. `neutral` means no color. */
export function valueTone(value: number, direction: Direction): "success" | "warning" | "danger" | "neutral" {
  if (direction === "NEUTRAL" || value < 0 || value > 1) return "neutral";
  const quality = direction === "HIGHER_IS_BETTER" ? value : 1 - value;
  return quality >= 0.75 ? "success" : quality >= 0.5 ? "warning" : "danger";
}
