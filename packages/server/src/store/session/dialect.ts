import type { Expression, Kysely, RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { RecordTableName, Tables } from "../schema/records.ts";

/** Differences between the two databases. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  readonly generationTable: "generations" | "steps";
  /** Expression for the thread id of the step `s`. */
  readonly threadOfStep: string;
  /**
   * Expression for the project, to which a subquery compares its `project_id`. `row`: alias of a row of the outer query
   * that has a `project_id`.
   */
  projectOf(row: string): string;
  /** SQL condition that tests whether the step `s` belongs to the thread `t`. */
  readonly isStepOfThread: string;
  /**
   * SQL for the payload of the step `r`. `join` joins the payload. `columns` are the columns with its uncompressed
   * texts. `packedBytes` is an expression for the original length of its compressed texts.
   */
  readonly payloads: {
    readonly join: string;
    readonly columns: readonly string[];
    readonly packedBytes?: string | undefined;
  };
  /** Query builder. It executes no queries. */
  readonly db: Kysely<Tables>;
  /** Tests whether the value of a column is in a list. The statement is the same for lists of any length. */
  isIn(column: string, values: readonly (string | number)[]): Expression<SqlBool>;
  /** Tests whether the key of a row is in a list, by the index on keys. Binds the project and the list. */
  isKeyed(project: number, keys: readonly number[]): Expression<SqlBool>;
  /**
   * FROM item that makes SQLite read a table by this index. SQLite has no statistics, and could prefer an index that
   * reads many more rows. PostgreSQL chooses the index itself.
   */
  byIndex(table: RecordTableName, index: string): RawBuilder<unknown>;
  /** Converts values to a list that is bound as one parameter. */
  toList(values: readonly (string | number)[]): unknown;
  /** FROM item that has the values in a column `value`. The values are bound as one parameter, as in {@link toList}. */
  toRows(values: readonly string[]): RawBuilder<unknown>;
  /** Rows of an INSERT. Each row consists of the values in `same`, followed by one of `values`. */
  insertedRows(same: readonly (string | number)[], values: readonly string[]): RawBuilder<unknown>;
  /**
   * Selects ascending keys for new rows of a table, one for each element of `places`. The elements must be 0, 1, 2 and
   * so on.
   */
  newKeys(table: RecordTableName, places: readonly number[]): RawBuilder<{ readonly key: number }>;
  jsonNumber(column: string, key: string): RawBuilder<number | null>;
  /** Locks the selected rows until the transaction ends. */
  forUpdate<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
  ): SelectQueryBuilder<Database, Name, Row>;
  /** Like {@link forUpdate}, but skips rows that another transaction has locked. */
  forUpdateUnlocked<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
  ): SelectQueryBuilder<Database, Name, Row>;
  /** Locks the selected rows one after the other, in the order of a column. */
  forUpdateInOrder<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
    column: string,
  ): SelectQueryBuilder<Database, Name, Row>;
  /** Locks the selected rows of these tables with shared locks until the transaction ends. */
  forShare<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
    tables: readonly (Name & string)[],
  ): SelectQueryBuilder<Database, Name, Row>;
  isUniqueViolation(error: unknown): boolean;
  isConstraintViolation(error: unknown): boolean;
}
