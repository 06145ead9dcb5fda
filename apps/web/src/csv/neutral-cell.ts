/** Characters that make a spreadsheet treat a text as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * Converts a value to a CSV cell. Numbers are unchanged. A text that a spreadsheet would evaluate gets an apostrophe as
 * prefix, because it may come from end users (OWASP, "CSV Injection").
 */
export function neutralCell(value: unknown): string | number | boolean {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return formulaStart.test(text) ? `'${text}` : text;
}
