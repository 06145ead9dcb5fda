import type { Expression, Kysely, SelectQueryBuilder, SqlBool } from "kysely";
import type { Tables } from "../schema/records.ts";

/** What differs between the two databases. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** The table that holds what is known of generations. */
  readonly generationTable: "generations" | "steps";
  /** Builds queries; executes none. */
  readonly db: Kysely<Tables>;
  /** Whether a column has one of any number of values, in one statement for every number. */
  isIn(column: string, values: readonly (string | number)[]): Expression<SqlBool>;
  /** Whether a row has one of some keys in a project; the keys find it. The parameters are the project and the list. */
  isKeyed(project: number, keys: readonly number[]): Expression<SqlBool>;
  /** Any number of values as one parameter. */
  toList(values: readonly (string | number)[]): unknown;
  /** Locks the selected rows until the transaction ends. */
  forUpdate<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
  ): SelectQueryBuilder<Database, Name, Row>;
  /** Keeps the selected rows of these tables as they are until the transaction ends. */
  forShare<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
    tables: readonly (Name & string)[],
  ): SelectQueryBuilder<Database, Name, Row>;
  isUniqueViolation(error: unknown): boolean;
}
