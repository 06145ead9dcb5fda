const gibibyte = 2 ** 30;

/** Converts bytes to gibibytes with at most three decimals, as a user would type them. Empty if there is no limit. */
export function gibibytesOf(bytes: number | null): string {
  return bytes === null ? "" : String(Math.round((bytes / gibibyte) * 1000) / 1000);
}

export function bytesOfGibibytes(gibibytes: number): number {
  return Math.round(gibibytes * gibibyte);
}

/**
 * Parses a limit that a user typed: null if empty, and undefined if it is not a number from 1 to `most`. A comma is
 * accepted as decimal separator.
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
