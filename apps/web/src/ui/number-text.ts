/**
 * Parses a number with a decimal point or comma. Returns undefined for other text, and for ambiguous numbers such as
 * `1,234`.
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || /^-?[1-9]\d{0,2},\d{3}$/.test(trimmed)) return undefined;
  const number = Number(trimmed.replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}

/** Formats a number without rounding errors of binary fractions. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(12)));
}
