import type { JsonValue } from "@threadline/schema/sdk";
import Papa from "papaparse";
import { isJsonObject } from "../../json/json-text.ts";

/** Target of a column of an imported file: a part of the item as a whole, one field of a part, or nothing. */
export type ColumnUse = "ignore" | "input" | "input.key" | "expectedOutput" | "expectedOutput.key" | "metadata.key";

/** A file as a table. The cells of CSV are texts, those of JSONL are any JSON values. */
export interface ImportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (JsonValue | undefined)[])[];
}

/** An error in a file. Its line number starts at 1. */
export class ImportProblem extends Error {
  override readonly name = "ImportProblem";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export interface NewItem {
  readonly input: JsonValue;
  readonly expectedOutput: JsonValue;
  readonly metadata: { [key: string]: JsonValue };
}

/** Reads CSV with a header row. Throws an {@link ImportProblem}. */
export function readCsv(text: string): ImportTable {
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" });
  // This error occurs for every file with only one column, because no delimiter can be detected.
  const [error] = errors.filter(({ code }) => code !== "UndetectableDelimiter");
  if (error) throw new ImportProblem((error.row ?? 0) + 1, error.message);
  const [columns = [], ...rows] = data;
  const longer = rows.findIndex((row) => row.length > columns.length);
  if (longer !== -1) throw new ImportProblem(longer + 2, `${rows[longer]?.length} cells, ${columns.length} names`);
  return { columns, rows };
}

/** Reads JSONL: a JSON object from each line. Throws an {@link ImportProblem}. */
export function readJsonl(text: string): ImportTable {
  const objects: { [key: string]: JsonValue }[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    objects.push(parseLine(index + 1, line));
  }
  const columns = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return { columns, rows: objects.map((object) => columns.map((column) => object[column])) };
}

function parseLine(number: number, line: string): { [key: string]: JsonValue } {
  let value: JsonValue;
  try {
    value = JSON.parse(line) as JsonValue;
  } catch (error) {
    throw new ImportProblem(number, error instanceof Error ? error.message : String(error));
  }
  if (!isJsonObject(value)) throw new ImportProblem(number, "{ }?");
  return value;
}

/** Guesses the target of each column by its name. Recognizes all columns of exported files. */
export function guessUses(columns: readonly string[]): ColumnUse[] {
  const guesses = columns.map((column): ColumnUse => {
    const name = column.toLowerCase().replaceAll(/[^a-z]/g, "");
    if (name === "input") return "input";
    if (["expectedoutput", "expected", "output"].includes(name)) return "expectedOutput";
    if (["id", "createdat", "datasetid", "stepid", "intermediarysteps"].includes(name)) return "ignore";
    if (["answer", "target", "label", "groundtruth", "reference"].includes(name)) return "expectedOutput.key";
    return name === "metadata" ? "metadata.key" : "input.key";
  });
  // If a column is the input as a whole, the other columns are metadata.
  if (!guesses.includes("input")) return guesses;
  return guesses.map((use) => (use === "input.key" ? "metadata.key" : use));
}

export function hasInput(uses: readonly ColumnUse[]): boolean {
  return uses.includes("input") || uses.includes("input.key");
}

export function toItems({ columns, rows }: ImportTable, uses: readonly ColumnUse[]): NewItem[] {
  return rows.map((row) => {
    const fields: Record<"input" | "expectedOutput" | "metadata", { [key: string]: JsonValue }> = {
      input: {},
      expectedOutput: {},
      metadata: {},
    };
    const whole: { input?: JsonValue; expectedOutput?: JsonValue } = {};
    for (const [index, column] of columns.entries()) {
      const use = uses[index] ?? "ignore";
      const value = readCell(row[index]);
      if (use === "ignore" || value === null) continue;
      if (use === "input" || use === "expectedOutput") whole[use] = value;
      else if (use === "metadata.key" && column === "metadata" && isJsonObject(value)) setAll(fields.metadata, value);
      else setAll(fields[use.slice(0, -".key".length) as keyof typeof fields], { [column]: value });
    }
    const expected =
      whole.expectedOutput ?? (Object.keys(fields.expectedOutput).length > 0 ? fields.expectedOutput : null);
    return { input: whole.input ?? fields.input, expectedOutput: expected, metadata: fields.metadata };
  });
}

/** Copies all fields. A key like `__proto__` becomes an own key. */
function setAll(target: { [key: string]: JsonValue }, source: { [key: string]: JsonValue }): void {
  for (const [key, value] of Object.entries(source)) {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }
}

/** Parses a cell. JSON objects, arrays and strings are parsed; an empty cell becomes null. */
function readCell(cell: JsonValue | undefined): JsonValue {
  if (cell === undefined || cell === "") return null;
  if (typeof cell !== "string" || !/^\s*[[{"]/.test(cell)) return cell;
  try {
    return JSON.parse(cell) as JsonValue;
  } catch {
    return cell;
  }
}
