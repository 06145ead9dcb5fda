/**
 * Returns the color of a score between 0 and 1. As in comparisons of experiments, a higher score is better. Values of
 * other scales have no color.
 */
export function valueTone(value: number): "success" | "warning" | "danger" | "neutral" {
  if (value < 0 || value > 1) return "neutral";
  return value >= 0.75 ? "success" : value >= 0.5 ? "warning" : "danger";
}
