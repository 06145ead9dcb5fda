const gibibyte = 2 ** 30;

/** Gibibytes with at most three decimals, as typed; empty without a limit. */
export function gibibytesOf(bytes: number | null): string {
  return bytes === null ? "" : String(Math.round((bytes / gibibyte) * 1000) / 1000);
}

export function bytesOfGibibytes(gibibytes: number): number {
  return Math.round(gibibytes * gibibyte);
}

/** A typed limit: null if empty, undefined if it is not a number from 1 to `most`. A comma may separate the decimals. */
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
