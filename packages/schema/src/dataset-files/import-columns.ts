import { type itemColumns, readExportedCell } from "../csv-cells.ts";
import type { JsonValue } from "../generated/sdk.ts";
import { isJsonObject } from "./is-json-object.ts";
import { readSplits } from "../read-splits.ts";

/**
 * Uses of a column of an imported file. With `input`, the column contains the whole input. With `input.key`, the column
 * contains one field of the input, and the name of the column is the key of that field.
 */
export const columnUses = [
  "ignore",
  "input.key",
  "input",
  "expectedOutput.key",
  "expectedOutput",
  "metadata.key",
  "splits",
  "id",
  "createdAt",
  "stepId",
] as const;

export type ColumnUse = (typeof columnUses)[number];

export interface NewItem {
  readonly id?: string;
  readonly createdAt?: string;
  readonly stepId?: string;
  readonly input: JsonValue;
  readonly expectedOutput: JsonValue;
  readonly metadata: { [key: string]: JsonValue };
  readonly splits?: string[];
}

export type RowValues = Readonly<Record<string, JsonValue | undefined>>;

export interface ColumnUses {
  readonly [column: string]: ColumnUse;
}

const idColumns = new Set<string>(["id", "createdAt", "input", "expectedOutput", "metadata"]);

function isExport(columns: readonly string[]): boolean {
  return [...idColumns].every((column) => columns.includes(column));
}

/** Names of the fields that the items of a dataset have. */
export type KnownFields = Readonly<Record<"input" | "expectedOutput" | "metadata", ReadonlySet<string>>>;

/**
 * Guesses the use of each column by its name. Recognizes the columns of exported files, and those that are named like a
 * field of the dataset's items.
 */
export function guessUses(columns: readonly string[], known?: KnownFields): ColumnUses {
  if (isExport(columns)) {
    return Object.fromEntries(columns.map((column) => [column, usesOfExport[column] ?? "ignore"]));
  }
  const guesses = columns.map((column): ColumnUse => {
    const part = (["input", "expectedOutput", "metadata"] as const).find((each) => known?.[each].has(column));
    if (part !== undefined) return `${part}.key`;
    const name = column.toLowerCase().replaceAll(/[^a-z]/g, "");
    if (name === "input") return "input";
    if (["expectedoutput", "expected", "output"].includes(name)) return "expectedOutput";
    if (["id", "createdat", "datasetid", "stepid", "intermediarysteps"].includes(name)) return "ignore";
    if (["split", "splits"].includes(name)) return "splits";
    if (["answer", "target", "label", "groundtruth", "reference"].includes(name)) return "expectedOutput.key";
    return name === "metadata" ? "metadata.key" : "input.key";
  });
  // If one column contains the whole input, columns that were guessed to be parts of the input become metadata.
  const isWhole = guesses.includes("input");
  return Object.fromEntries(
    columns.map((column, index) => {
      const use = guesses[index] ?? "ignore";
      return [column, isWhole && use === "input.key" ? "metadata.key" : use];
    }),
  );
}

const usesOfExport: ColumnUses = {
  id: "id",
  createdAt: "createdAt",
  input: "input",
  expectedOutput: "expectedOutput",
  metadata: "metadata.key",
  splits: "splits",
  stepId: "stepId",
} satisfies Record<(typeof itemColumns)[number], ColumnUse>;

export function hasInput(uses: ColumnUses): boolean {
  return Object.values(uses).some((use) => use === "input" || use === "input.key");
}

export interface Mapping {
  readonly columns: readonly string[];
  readonly uses: ColumnUses;
  /** Whether the file has JSON values instead of texts. */
  readonly isJson: boolean;
}

/** Converts a row to an item. Returns the reason instead if the row cannot be converted. */
export function toItem(values: RowValues, { columns, uses, isJson }: Mapping): NewItem | "noInput" {
  const isExact = isExport(columns);
  const fields: Record<"input" | "expectedOutput" | "metadata", { [key: string]: JsonValue }> = {
    input: {},
    expectedOutput: {},
    metadata: {},
  };
  const whole: { input?: JsonValue; expectedOutput?: JsonValue } = {};
  const own: { id?: string; createdAt?: string; stepId?: string; splits?: string[] } = {};
  for (const column of columns) {
    const use = uses[column] ?? "ignore";
    if (use === "ignore") continue;
    const given = values[column];
    if (use === "id" || use === "createdAt" || use === "stepId") {
      if (given !== undefined && given !== null && given !== "") own[use] = idOf(textOf(given), isExact && !isJson);
      continue;
    }
    if (use === "splits") {
      own.splits = Array.isArray(given) ? given.map(textOf) : readSplits(textOf(given ?? ""));
      continue;
    }
    const value = isExact ? readExact(given ?? null, isJson) : readCell(given);
    if (value === null) continue;
    if (use === "input" || use === "expectedOutput") whole[use] = value;
    else if (use === "metadata.key" && column === "metadata" && isJsonObject(value)) setAll(fields.metadata, value);
    else setAll(fields[use.slice(0, -".key".length) as keyof typeof fields], { [column]: value });
  }
  const hasFields = Object.keys(fields.expectedOutput).length > 0;
  const expectedOutput = whole.expectedOutput ?? (hasFields ? fields.expectedOutput : null);
  const input = whole.input ?? (Object.keys(fields.input).length > 0 ? fields.input : undefined);
  if (input === undefined) return "noInput";
  return { ...own, input, expectedOutput, metadata: fields.metadata };
}

function readExact(value: JsonValue, isJson: boolean): JsonValue {
  return typeof value === "string" && !isJson ? readExportedCell(value) : value;
}

/** Returns the id in a cell. Removes the apostrophe that exports add to a text that a spreadsheet would evaluate. */
function idOf(text: string, isExact: boolean): string {
  return isExact ? text.replace(/^'(?=[=+\-@])/, "") : text;
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}

/** Copies all fields. A key such as `__proto__` becomes an own key, and does not set the prototype. */
function setAll(target: { [key: string]: JsonValue }, source: { [key: string]: JsonValue }): void {
  for (const [key, value] of Object.entries(source)) {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }
}

/** Parses a cell: JSON objects and arrays become values; an empty cell is null. */
function readCell(cell: JsonValue | undefined): JsonValue {
  if (cell === undefined || cell === "") return null;
  if (typeof cell !== "string" || !/^\s*[[{"]/.test(cell)) return cell;
  try {
    return JSON.parse(cell) as JsonValue;
  } catch {
    return cell;
  }
}
