import type { Expression, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { RecordTableName, Tables } from "../schema/records.ts";

/** Differences between the two databases. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Table of generations. */
  readonly generationTable: "generations" | "steps";
  /** The id of the thread of the step `s`, as an expression. */
  readonly threadOfStep: string;
  /** The condition that the step `s` is one of the thread `t`. */
  readonly isStepOfThread: string;
  /** Join of the payload of step `r`, and its text columns. */
  readonly payloads: { readonly join: string; readonly columns: readonly string[] };
  /** Builds queries; executes none. */
  readonly db: Kysely<Tables>;
  /** Whether a column has one of any number of values, in one statement for every number. */
  isIn(column: string, values: readonly (string | number)[]): Expression<SqlBool>;
  /** Whether a row has one of some keys in a project; the keys find it. The parameters are the project and the list. */
  isKeyed(project: number, keys: readonly number[]): Expression<SqlBool>;
  /** Any number of values as one parameter. */
  toList(values: readonly (string | number)[]): unknown;
  /** The same as rows with a column `value`, for a FROM. */
  toRows(values: readonly string[]): RawBuilder<unknown>;
  /** Selects keys for new rows of a table, ascending, one for each of the numbers from 0 on. */
  newKeys(table: RecordTableName, places: readonly number[]): RawBuilder<{ readonly key: number }>;
  /** The number with this key of an object in a column. */
  jsonNumber(column: string, key: string): RawBuilder<number | null>;
  /** Locks the selected rows until the transaction ends. */
  forUpdate<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
  ): SelectQueryBuilder<Database, Name, Row>;
  /** The same one after the other, in the order of a column. */
  forUpdateInOrder<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
    column: string,
  ): SelectQueryBuilder<Database, Name, Row>;
  /** Locks the selected rows of these tables for share until the transaction ends. */
  forShare<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
    tables: readonly (Name & string)[],
  ): SelectQueryBuilder<Database, Name, Row>;
  isUniqueViolation(error: unknown): boolean;
  /** Whether any constraint of a table refuses the row. */
  isConstraintViolation(error: unknown): boolean;
}
