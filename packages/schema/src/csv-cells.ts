import type { JsonValue } from "./generated/sdk.ts";

const formulaStart = /^[=+\-@\t\r]/;

/**
 * Converts a value to a CSV cell that a spreadsheet does not evaluate as a formula. A text that looks like a formula
 * gets an apostrophe as prefix, because it may come from an end user of the application (OWASP, "CSV Injection").
 */
export function neutralCell(value: unknown): string | number | boolean {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return formulaStart.test(text) ? `'${text}` : text;
}

export const itemColumns = ["id", "createdAt", "input", "expectedOutput", "metadata", "splits", "stepId"] as const;

/** Converts a JSON value to a cell from which {@link readExportedCell} reads the same value. */
export function exportedCell(value: JsonValue): string {
  if (value === null) return "";
  // A text that `readExportedCell` would read as another value is quoted.
  const isPlain = typeof value === "string" && value !== "" && !value.startsWith("'") && !isJson(value);
  return isPlain ? value : JSON.stringify(value);
}

/**
 * Returns the value of a cell. Ignores an apostrophe at the start, because the apostrophe is not part of the value: it
 * prevents a spreadsheet from evaluating the text as a formula.
 */
export function readExportedCell(cell: string): JsonValue {
  if (cell === "") return null;
  const text = cell.startsWith("'") ? cell.slice(1) : cell;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
