import { type SnakeCase, toSnakeCase } from "./snake-case.ts";
import { parseJson } from "../../json/parse-json.ts";
import type { RecordOf, RecordTableName, TableName } from "./records.ts";

/** Type of a field. `object`, `objects` (a list of objects) and `texts` (a list of texts) are JSON with that shape. */
export type Kind = "text" | "integer" | "real" | "flag" | "json" | "object" | "objects" | "texts" | "bytes";

/** Type of a column in both databases. A flag is stored as 0 or 1, JSON as text. A `?` allows null. */
export type ColumnType = Kind | `${Kind}?`;

export type ColumnValue = string | number | Uint8Array | null;

type KindOf<Value> = [Value] extends [string]
  ? "text"
  : [Value] extends [number]
    ? "integer" | "real"
    : [Value] extends [boolean]
      ? "flag"
      : [Value] extends [Uint8Array]
        ? "bytes"
        : [Value] extends [readonly string[]]
          ? "texts"
          : [Value] extends [readonly object[]]
            ? "objects"
            : [Value] extends [object]
              ? "object"
              : "json";

/**
 * Column types that a field of type `Value` can have. A JSON field may have a column with or without `?`. A JSON null
 * is stored as null.
 */
type TypeOf<Value> =
  KindOf<NonNullable<Value>> extends infer Json extends "json" | "object" | "objects" | "texts"
    ? Json | `${Json}?`
    : null extends Value
      ? `${KindOf<NonNullable<Value>>}?`
      : KindOf<Value>;

export type FieldTypes<Record> = { readonly [Field in keyof Record]-?: TypeOf<Record[Field]> };

export type ColumnName<Name extends TableName> = SnakeCase<keyof RecordOf<Name> & string>;

export interface IndexShape {
  /** Name without the table. For example, `by_thread` in the table `scores` becomes `scores_by_thread`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly where?: string | undefined;
  /** Whether the index does not start with `project_id`. */
  readonly isAcrossProjects?: boolean | undefined;
}

export interface Index<Name extends TableName> extends IndexShape {
  readonly columns: readonly ColumnName<Name>[];
}

export interface TableOptions<Name extends TableName> {
  /** Column type of each field of the record; the column has the field's name in snake_case. */
  readonly columns: FieldTypes<RecordOf<Name>>;
  /** Default: `id`. In a table whose rows belong to a project, `project_id` precedes these columns. */
  readonly primaryKey?: readonly ColumnName<Name>[] | undefined;
  /** Sets of columns that are unique in the project. */
  readonly unique?: readonly (readonly ColumnName<Name>[])[] | undefined;
  /** Columns that are unique in the installation. */
  readonly uniqueEverywhere?: readonly ColumnName<Name>[] | undefined;
  /**
   * Whether a table without ids also has a `key` column. The key is the order of insertion, and other tables reference
   * the row by it.
   */
  readonly hasKey?: boolean | undefined;
  /** In a table whose rows belong to a project, `project_id` precedes the columns of an index. */
  readonly indexes?: readonly Index<Name>[] | undefined;
  /** Whether rows are found before the project is known, so that row-level security does not apply. */
  readonly isOpen?: boolean | undefined;
  /** Whether the embedded database rejects updates. */
  readonly isAppendOnly?: boolean | undefined;
}

export interface FieldShape {
  readonly field: string;
  readonly kind: Kind;
  readonly isNullable: boolean;
}

export interface Column extends FieldShape {
  readonly name: string;
}

const jsonKinds: ReadonlySet<Kind> = new Set(["json", "object", "objects", "texts"]);

/**
 * Scope of a table's rows. `records` and `rows` belong to a project (`project_id`). Records also have an `id` and the
 * order of insertion (`key`). `installation` rows belong to no project.
 */
export type TableScope = "records" | "rows" | "installation";

export interface TableShape {
  readonly name: string;
  readonly scope: TableScope;
  readonly columns: readonly Column[];
  readonly primaryKey?: readonly string[] | undefined;
  readonly unique?: readonly (readonly string[])[] | undefined;
  readonly uniqueEverywhere?: readonly string[] | undefined;
  readonly hasKey?: boolean | undefined;
  readonly indexes?: readonly IndexShape[] | undefined;
  readonly isOpen?: boolean | undefined;
  readonly isAppendOnly?: boolean | undefined;
}

/** A table of both databases: its columns, and the conversions between rows and records. */
export interface Table<Name extends TableName = TableName> extends TableShape {
  readonly name: Name;
  readonly toRow: (record: RecordOf<Name>) => { [column: string]: ColumnValue };
  readonly toRecord: (row: object) => RecordOf<Name>;
}

/** Defines a table of records, which have an `id` that is unique in their project. */
export function defineRecords<Name extends RecordTableName>(name: Name, options: TableOptions<Name>): Table<Name> {
  return defineTable(name, "records", options);
}

/** Defines a table whose rows belong to a project and have their own primary key. */
export function defineRows<Name extends TableName>(name: Name, options: TableOptions<Name>): Table<Name> {
  return defineTable(name, "rows", options);
}

/** Defines a table outside of projects. */
export function defineInstallationTable<Name extends TableName>(name: Name, options: TableOptions<Name>): Table<Name> {
  return defineTable(name, "installation", options);
}

function defineTable<Name extends TableName>(name: Name, scope: TableScope, options: TableOptions<Name>): Table<Name> {
  const columns = Object.entries<ColumnType>(options.columns).map(([field, type]) => toColumn(field, type));
  return {
    ...options,
    name,
    scope,
    columns,
    toRow(record) {
      const fields = record as { readonly [field: string]: unknown }; // `columns` has an entry for each field
      return Object.fromEntries(columns.map((column) => [column.name, toValue(column.kind, fields[column.field])]));
    },
    toRecord(row) {
      const values = row as { readonly [column: string]: unknown }; // `row` is a row of this table
      const record: { [field: string]: unknown } = {};
      for (const { field, name: column, kind } of columns) record[field] = fromValue(kind, values[column]);
      return record as RecordOf<Name>; // `options.columns` is typed by the record
    },
  };
}

function toColumn(field: string, type: ColumnType): Column {
  return { ...toField(field, type), name: toSnakeCase(field) };
}

export function toField(field: string, type: ColumnType): FieldShape {
  const isNullable = type.endsWith("?");
  const kind = (isNullable ? type.slice(0, -1) : type) as Kind; // a type without `?` is a kind
  return { field, kind, isNullable };
}

function toValue(kind: Kind, value: unknown): ColumnValue {
  if (value === null || value === undefined) return null;
  if (kind === "flag") return value === true ? 1 : 0;
  // JSON text keeps NUL and lone surrogates as escapes, so that every value is read back equal.
  return jsonKinds.has(kind) ? JSON.stringify(value) : (value as ColumnValue); // other kinds need no conversion
}

function fromValue(kind: Kind, value: unknown): unknown {
  if (value === null) return null;
  if (kind === "flag") return value === 1;
  return jsonKinds.has(kind) ? parseJson(value as string) : value; // `toValue` stored JSON text
}
