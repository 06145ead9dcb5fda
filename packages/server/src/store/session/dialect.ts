import type { Expression, Kysely, SelectQueryBuilder, SqlBool } from "kysely";
import type { Tables } from "../schema/records.ts";
import type { Lock } from "./locks.ts";
import type { Session } from "./session.ts";

/** What differs between the two databases. */
export interface Dialect {
  readonly name: "sqlite" | "postgres";
  /** Builds queries; executes none. */
  readonly db: Kysely<Tables>;
  /** Whether a column has one of any number of values, in one statement for every number. */
  isIn(column: string, values: readonly (string | number)[]): Expression<SqlBool>;
  /** Locks the selected rows until the transaction ends. */
  forUpdate<Database, Name extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Name, Row>,
  ): SelectQueryBuilder<Database, Name, Row>;
  /** Waits until no other transaction holds the lock of this project, and holds it until the transaction ends. */
  holdLock(session: Session, lock: Lock, project: number): Promise<void>;
  isUniqueViolation(error: unknown): boolean;
}
