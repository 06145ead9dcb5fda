const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number as `1,234`, like all numbers in the UI. */
export function formatNumber(language: string, value: number): string {
  const known = formats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  formats.set(language, known);
  return known.format(value);
}
