import { neutralCell } from "./csv-cells.ts";
import Papa from "papaparse";

/**
 * Formats rows of values as CSV with a header row. Values that a spreadsheet would evaluate as a formula are
 * neutralized.
 */
export function csvText(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = [columns, ...rows].map((row) => row.map(neutralCell));
  return Papa.unparse(cells, { newline: "\r\n" });
}
