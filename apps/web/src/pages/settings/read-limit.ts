const gibibyte = 2 ** 30;

export const maxGibibytes = Math.floor(Number.MAX_SAFE_INTEGER / gibibyte);

/** Converts bytes to gibibytes with at most three decimals, for a text field. Empty without a limit. */
export function gibibytesOf(bytes: number | null): string {
  return bytes === null ? "" : String(Math.round((bytes / gibibyte) * 1000) / 1000);
}

export function bytesOfGibibytes(gibibytes: number): number {
  return Math.round(gibibytes * gibibyte);
}

export type LimitProblem = "notANumber" | "notWhole" | "tooLarge" | "tooSmall";

/**
 * Parses the text of a limit. Returns null for empty text, and a problem if it is not a whole number from 1 to `most`
 * after `convert`. Accepts a decimal comma.
 */
export function readLimit(
  text: string,
  most: number | null,
  convert: (value: number) => number = (value) => value,
): number | null | LimitProblem {
  const typed = text.trim();
  if (typed === "") return null;
  if (!/^[-−+]?\d+(?:[.,]\d+)?$/.test(typed)) return "notANumber";
  const value = convert(Number(typed.replace(",", ".").replace("−", "-")));
  if (value <= 0) return "tooSmall";
  if (value > (most ?? Number.MAX_SAFE_INTEGER)) return "tooLarge";
  return Number.isInteger(value) ? value : "notWhole";
}
