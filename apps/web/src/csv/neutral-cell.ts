/** What makes a spreadsheet take a text for a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * A value as it may stand in a cell of a CSV file. Numbers stay numbers; a text that a spreadsheet would compute begins with
 * an apostrophe, because strangers wrote it (OWASP, "CSV Injection").
 */
export function neutralCell(value: unknown): string | number | boolean {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return formulaStart.test(text) ? `'${text}` : text;
}
