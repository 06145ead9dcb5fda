const gibibyte = 2 ** 30;

/** Converts bytes to gibibytes with at most three decimals, for a text field. Empty without a limit. */
export function gibibytesOf(bytes: number | null): string {
  return bytes === null ? "" : String(Math.round((bytes / gibibyte) * 1000) / 1000);
}

export function bytesOfGibibytes(gibibytes: number): number {
  return Math.round(gibibytes * gibibyte);
}

/**
 * Parses the text of a limit. Returns null for empty text, and undefined if it is not a number from 1 to `most`.
 * Accepts a decimal comma.
 */
export function readLimit(
  text: string,
  most: number | null,
  convert: (value: number) => number = (value) => value,
): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  if (!/^\d{1,16}(?:[.,]\d{1,6})?$/.test(typed)) return undefined;
  const value = convert(Number(typed.replace(",", ".")));
  return Number.isSafeInteger(value) && value >= 1 && value <= (most ?? Number.MAX_SAFE_INTEGER) ? value : undefined;
}
