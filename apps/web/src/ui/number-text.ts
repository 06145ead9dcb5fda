/** Parses a number with a decimal point or comma; undefined if it is none, or could mean two numbers (`1,234`). */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || /^-?[1-9]\d{0,2},\d{3}$/.test(trimmed)) return undefined;
  const number = Number(trimmed.replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}

/** Formats a number without the noise of binary fractions. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(12)));
}
