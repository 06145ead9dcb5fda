import Papa from "papaparse";

/** What a spreadsheet takes for the beginning of a formula. */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * A cell that no spreadsheet executes: text that looks like a formula gets an apostrophe. The texts come from strangers, and
 * a formula can send what stands beside it away.
 */
export function neutraliseFormula(cell: string): string {
  return formulaStart.test(cell) ? `'${cell}` : cell;
}

/** Rows of text as CSV with a line of names, every cell neutralised. */
export function csvText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [columns, ...rows].map((row) => row.map(neutraliseFormula));
  return Papa.unparse(cells, { newline: "\r\n" });
}
