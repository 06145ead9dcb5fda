import type { JsonValue } from "../generated/sdk.ts";
import Papa from "papaparse";
import { isJsonObject } from "./is-json-object.ts";
import type { RowValues } from "./import-columns.ts";

/** Maximum length of a row in characters. Without it, an unclosed quote could make the whole file one row. */
const maxRowLength = 10_000_000;

export interface ImportedRow {
  /** Number of the row in the file, from 1; the header row of a CSV file counts. */
  readonly number: number;
  readonly values: RowValues;
}

export interface RowProblem {
  readonly number: number;
  readonly message: string;
}

/** Messages of {@link RowProblem} for lines of a JSONL file and for rows of a CSV file. */
export const lineProblems = {
  notJson: "not valid JSON",
  notObject: "not a JSON object",
  openQuote: "A quoted cell is never closed",
  badQuote: "A quoted cell has text after its closing quote",
} as const;

/** Error for a Parquet file that cannot be read. */
export class ParquetError extends Error {
  override readonly name = "ParquetError";
  /** Compression that is not supported; null for another reason. */
  readonly compression: string | null;

  constructor(cause: Error) {
    const compression = /unsupported compression codec: (\w+)/.exec(cause.message)?.[1] ?? null;
    super(
      compression === null
        ? "The file is not a valid Parquet file, or it has content that cannot be read"
        : `The Parquet file is compressed with ${compression}; only Snappy and no compression can be read`,
      { cause },
    );
    this.compression = compression;
  }
}

export interface RowBatch {
  readonly columns: readonly string[];
  readonly rows: readonly ImportedRow[];
  readonly problems: readonly RowProblem[];
}

/** Part of `File` that is needed to read its rows. */
export interface DatasetFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
  slice(start: number, end?: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Reads the rows of a CSV, JSONL or Parquet file in batches, so that a large file does not fill the memory. */
export function readRows(file: DatasetFile): AsyncGenerator<RowBatch> {
  if (/\.parquet$/i.test(file.name)) return parquetRows(file);
  return isJsonl(file) ? jsonlRows(file) : csvRows(file);
}

export function isJsonl({ name }: Pick<DatasetFile, "name">): boolean {
  return /\.(jsonl|ndjson|json)$/i.test(name);
}

/** Messages for the errors of the CSV parser, by their codes. */
const quoteProblems = new Map<string, string>([
  ["MissingQuotes", lineProblems.openQuote],
  ["InvalidQuotes", lineProblems.badQuote],
]);

async function* csvRows(file: DatasetFile): AsyncGenerator<RowBatch> {
  let columns: string[] | null = null;
  let delimiter = "";
  let rest = "";
  let number = 0;
  for await (const { text, isLast } of texts(file)) {
    rest += text;
    if (delimiter === "") delimiter = Papa.parse(rest, { preview: 5 }).meta.delimiter || ",";
    const end = isLast ? rest.length : endOfRows(rest, delimiter);
    if (end === 0 && rest.length > maxRowLength) {
      yield {
        columns: columns ?? [],
        rows: [],
        problems: [{ number: number + 1, message: lineProblems.openQuote }],
      };
      return;
    }
    const { data, errors } = Papa.parse<string[]>(rest.slice(0, end), { delimiter, skipEmptyLines: "greedy" });
    rest = rest.slice(end);
    const problems = errors.map(({ row, code, message }) => ({
      number: number + (row ?? 0) + 1,
      message: quoteProblems.get(code) ?? message,
    }));
    const rows: ImportedRow[] = [];
    for (const cells of data) {
      number += 1;
      if (columns === null) {
        columns = cells;
        continue;
      }
      const names: readonly string[] = columns;
      if (cells.length > names.length) {
        problems.push({ number, message: `${cells.length} cells, but only ${names.length} columns` });
      } else {
        rows.push({ number, values: Object.fromEntries(names.map((name, index) => [name, cells[index]])) });
      }
    }
    const broken = new Set(problems.map((problem) => problem.number));
    yield { columns: columns ?? [], rows: rows.filter((row) => !broken.has(row.number)), problems };
  }
}

/** Position after the last complete row. Delimiters and line ends inside quotes are content. */
function endOfRows(text: string, delimiter: string): number {
  let end = 0;
  let isQuoted = false;
  let isStart = true;
  let closed = -1;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      // In a quoted part, `""` is one quote. Here, the first quote ends the quoted part. If a second quote
      // follows directly (`closed`), it starts the part again.
      if (character === '"') {
        isQuoted = false;
        closed = index;
      }
      continue;
    }
    if (character === '"' && (isStart || closed === index - 1)) isQuoted = true;
    isStart = character === delimiter || character === "\n";
    if (character === "\n") end = index + 1;
  }
  return end;
}

async function* jsonlRows(file: DatasetFile): AsyncGenerator<RowBatch> {
  const columns = new Set<string>();
  let rest = "";
  let number = 0;
  for await (const { text, isLast } of texts(file)) {
    const lines = (rest + text).split("\n");
    rest = isLast ? "" : (lines.pop() ?? "");
    const rows: ImportedRow[] = [];
    const problems: RowProblem[] = [];
    for (const line of lines) {
      number += 1;
      if (line.trim() === "") continue;
      const value = parseLine(line);
      if (typeof value === "string") problems.push({ number, message: value });
      else {
        for (const column of Object.keys(value)) columns.add(column);
        rows.push({ number, values: value });
      }
    }
    yield { columns: [...columns], rows, problems };
  }
}

/** Parses a line that must contain an object. Returns the reason if it does not. */
function parseLine(line: string): { [key: string]: JsonValue } | string {
  try {
    const value = JSON.parse(line) as JsonValue;
    return isJsonObject(value) ? value : lineProblems.notObject;
  } catch {
    // The parser's message would count lines within this line.
    return lineProblems.notJson;
  }
}

async function* parquetRows(file: DatasetFile): AsyncGenerator<RowBatch> {
  try {
    yield* readParquet(file);
  } catch (error) {
    // The platform throws a `DOMException` if it cannot read the file, for example because the file has changed.
    if (error instanceof DOMException || !(error instanceof Error)) throw error;
    throw new ParquetError(error);
  }
}

async function* readParquet(file: DatasetFile): AsyncGenerator<RowBatch> {
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import("hyparquet");
  const source = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(source);
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  let start = 0;
  for (const { num_rows: count } of metadata.row_groups) {
    const end = start + Number(count);
    const objects = await parquetReadObjects({ file: source, metadata, rowStart: start, rowEnd: end });
    const from = start;
    yield {
      columns,
      rows: objects.map((object, index) => ({ number: from + index + 1, values: toJson(object) as RowValues })),
      problems: [],
    };
    start = end;
  }
}

/** Converts a value from a Parquet file, such as a date or a large integer, to JSON. */
function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toJson(field)]));
  }
  return value as string | number | boolean; // the Parquet reader returns no other types
}

/** Text of a file in parts, without a byte order mark. */
async function* texts(file: DatasetFile): AsyncGenerator<{ readonly text: string; readonly isLast: boolean }> {
  const bytes = file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>; // the stream of a file has no shared memory
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      yield { text: value ?? "", isLast: done };
      if (done) return;
    }
  } finally {
    await reader.cancel();
  }
}
