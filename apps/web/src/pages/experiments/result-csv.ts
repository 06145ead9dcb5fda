import { csvText } from "@threadline/schema/csv-text";
import { readableJson } from "../../json/json-text.ts";
import { type ComparedRow, figureNames } from "./compared-row.ts";
import { meanOf } from "./mean.ts";

/** Returns the items of a single experiment as CSV. Texts are unchanged, other values are JSON. */
export function resultCsv(rows: readonly ComparedRow[], scoreNames: readonly string[]): string {
  const columns = ["number", "input", "expectedOutput", "output", "error", ...scoreNames, "reasons", ...figureNames];
  return csvText(
    columns,
    rows.map(({ number, input, expectedOutput, cells: [cell], failures: [failures = []] }) => [
      number,
      readableJson(input),
      readableJson(expectedOutput),
      readableJson(cell?.output),
      failures.length > 0 ? failures.map(({ message }) => message).join("\n") : (cell?.error ?? ""),
      ...scoreNames.map((name) => cell?.scores.get(name) ?? ""),
      (cell?.reasons ?? []).map(({ name, text }) => `${name}: ${text}`).join("\n"),
      ...figureNames.map((name) => meanOf(cell?.figures[name]) ?? ""),
    ]),
  );
}
