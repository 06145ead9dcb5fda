import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { TableName, Tables } from "../schema/records.ts";
import type { Dialect } from "./dialect.ts";
import { ConflictError } from "../errors.ts";

export type Query<Row = unknown> = Compilable<Row> | CompiledQuery<Row>;

/** A transaction, or reads outside of one. The statements run sequentially. */
export interface Session {
  readonly dialect: Dialect;
  /** Query builder of the dialect. The methods below execute its queries. */
  readonly db: Kysely<Tables>;
  all<Row>(query: Query<Row>): Promise<Row[]>;
  /** Resolves to the first row. */
  get<Row>(query: Query<Row>): Promise<Row | undefined>;
  /** Executes a query. Resolves to the number of changed rows. */
  run(query: Query): Promise<number>;
  /** Makes the rows of a project visible in a transaction that has no project. */
  enter(project: number): Promise<void>;
  /** Acquires a lock of this project until the transaction ends. */
  holdLock(lock: Lock, project: number): Promise<void>;
  /**
   * Waits until other transactions that write to the tables have ended. Then blocks new ones until this transaction
   * ends.
   */
  lockTables(...tables: readonly TableName[]): Promise<void>;
}

/** Job on the rows of a project. `project` is the key by which tables reference the project. */
export type ProjectJob<Result> = (session: Session, project: number) => Promise<Result>;

/**
 * Runs jobs that read or write the database. A job may only await the methods of its session, because the embedded
 * database combines many jobs in one commit. It rolls back a job that awaits anything else. PostgreSQL may run a job
 * several times, so a job must have no effects outside of the database.
 */
export interface Sessions {
  readonly dialect: Dialect;
  /**
   * Runs reads of a project. In PostgreSQL, they see one snapshot; in the embedded database, each statement sees the
   * latest commit. Rejects with a `MissingProjectError` if the project does not exist, and with a `ReadTooLargeError`
   * if the result exceeds the caller's byte limit.
   */
  read<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result>;
  /**
   * Runs a job in a transaction and resolves after its durable commit. A rejected job changes nothing. Rejects with a
   * `MissingProjectError` if the project does not exist.
   */
  write<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result>;
  /** Like `read` and `write`, for a project by its key. Does not check whether the project still exists. */
  readKey<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result>;
  writeKey<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result>;
  /** Like `read` and `write`, for data that belongs to no project, or is read before the project is known. */
  readInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result>;
  writeInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result>;
}

export function compile<Row>(query: Query<Row>): CompiledQuery<Row> {
  return "compile" in query ? query.compile() : query;
}

/** Locks that all replicas share. The numbers are the first half of PostgreSQL's advisory lock keys. */
export const lockNumbers = {
  scoreSchemas: 1,
  views: 2,
  shares: 3,
  members: 4,
  rollups: 5,
  repricing: 6,
  prices: 7,
  projects: 8,
  removal: 9,
  partitions: 10,
  retention: 11,
  search: 12,
  usages: 13,
  comments: 14,
  dashboards: 15,
  modelConnections: 16,
  evaluators: 17,
  evaluationRules: 18,
  reviewQueues: 19,
  alerts: 20,
  channels: 21,
} as const;

export type Lock = keyof typeof lockNumbers;

/**
 * Runs a write. Rejects with a {@link ConflictError} with this message if a unique constraint is violated. A check
 * before the write would not suffice, because another transaction may store the same name concurrently.
 */
export async function withoutConflict<Result>(
  { dialect }: Sessions,
  conflict: string | (() => ConflictError),
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (dialect.isUniqueViolation(error)) throw typeof conflict === "string" ? new ConflictError(conflict) : conflict();
    throw error;
  }
}

/** Thrown by a write to retry its transaction. `code` is the SQLSTATE of a serialization failure. */
export class RetryError extends Error {
  override readonly name = "RetryError";
  readonly code = "40001";
}
