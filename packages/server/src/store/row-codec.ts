import { parseJson } from "../json/parse-json.ts";

/** How a column holds its value: as it is, or as JSON text. */
export type ColumnKind = "plain" | "json";

/** What a column can hold. */
export type ColumnValue = string | number | bigint | Uint8Array | null;

type Row = { [column: string]: unknown };

/** The values of one column each, in the order of `columns`. */
export interface RowCodec<Record> {
  /** The columns by the names of the record's fields. */
  readonly fields: readonly string[];
  /** The fields, joined for a statement. */
  readonly columns: string;
  readonly toParameters: (record: Record) => ColumnValue[];
  readonly toRecord: (row: Row) => Record;
}

/** JSON text keeps NUL and lone surrogates as escapes, so that every value comes back equal. Null is no value. */
export function toJsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

export function fromJsonText<Value>(text: unknown): Value {
  // The column holds what `toJsonText` made of a value of that type.
  return (text === null ? null : parseJson(text as string)) as Value;
}

/** Converts between rows and records of the same names. */
export function defineCodec<Record extends object>(kinds: {
  readonly [Field in keyof Record]-?: ColumnKind;
}): RowCodec<Record> {
  const fields = Object.entries(kinds) as [keyof Record & string, ColumnKind][];
  const names = fields.map(([field]) => field);
  return {
    fields: names,
    columns: names.join(", "),
    toParameters: (record) =>
      fields.map(([field, kind]) => (kind === "json" ? toJsonText(record[field]) : (record[field] as ColumnValue))),
    toRecord(row) {
      const record: Row = {};
      for (const [field, kind] of fields) record[field] = kind === "json" ? fromJsonText(row[field]) : row[field];
      return record as Record;
    },
  };
}
