/** Characters that make a spreadsheet treat a text as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * A value for a cell of a CSV file. Numbers stay numbers; a text that a spreadsheet would evaluate is prefixed with an
 * apostrophe, because it may come from end users (OWASP, "CSV Injection").
 */
export function neutralCell(value: unknown): string | number | boolean {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return formulaStart.test(text) ? `'${text}` : text;
}
