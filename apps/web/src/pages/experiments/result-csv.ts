import { csvText } from "@threadline/schema/csv-text";
import { readableJson } from "../../json/json-text.ts";
import { type Cell, type ComparedRow, figureNames } from "./compared-row.ts";
import type { ComparedRun } from "./compared-run.ts";
import { meanOf } from "./mean.ts";
import type { Failure } from "./run/use-failures.ts";

/**
 * Returns the rows of a comparison as CSV. The columns of an experiment are next to each other, and their names start
 * with the name of the experiment.
 */
export function comparisonCsv(
  rows: readonly ComparedRow[],
  { runs, scoreNames }: { readonly runs: readonly ComparedRun[]; readonly scoreNames: readonly string[] },
): string {
  const parts = ["output", "error", ...scoreNames, "reasons", ...figureNames];
  return csvText(
    ["number", "input", "expectedOutput", ...runs.flatMap(({ name }) => parts.map((part) => `${name}: ${part}`))],
    rows.map(({ number, input, expectedOutput, cells, failures }) => [
      number,
      readableJson(input),
      readableJson(expectedOutput),
      ...runs.flatMap((_run, column) => resultParts(cells[column], failures[column] ?? [], scoreNames)),
    ]),
  );
}

/** Returns the items of a single experiment as CSV. Texts are unchanged, other values are JSON. */
export function resultCsv(rows: readonly ComparedRow[], scoreNames: readonly string[]): string {
  const columns = ["number", "input", "expectedOutput", "output", "error", ...scoreNames, "reasons", ...figureNames];
  return csvText(
    columns,
    rows.map(({ number, input, expectedOutput, cells: [cell], failures: [failures = []] }) => [
      number,
      readableJson(input),
      readableJson(expectedOutput),
      ...resultParts(cell, failures, scoreNames),
    ]),
  );
}

function resultParts(
  cell: Cell | undefined,
  failures: readonly Failure[],
  scoreNames: readonly string[],
): (number | string)[] {
  return [
    readableJson(cell?.output),
    failures.length > 0 ? failures.map(({ message }) => message).join("\n") : (cell?.error ?? ""),
    ...scoreNames.map((name) => cell?.scores.get(name) ?? ""),
    (cell?.reasons ?? []).map(({ name, text }) => `${name}: ${text}`).join("\n"),
    ...figureNames.map((name) => meanOf(cell?.figures[name]) ?? ""),
  ];
}
