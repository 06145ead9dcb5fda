const formats = new Map<string, Intl.NumberFormat>();

export function formatNumber(language: string, value: number): string {
  const known = formats.get(language) ?? new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  formats.set(language, known);
  return known.format(value);
}
