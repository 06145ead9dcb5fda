import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { TableName, Tables } from "../schema/records.ts";
import type { Dialect } from "./dialect.ts";
import { ConflictError } from "../errors.ts";

/** A Kysely query, or a compiled one. */
export type Query<Row = unknown> = Compilable<Row> | CompiledQuery<Row>;

/** A transaction, or reads outside of one. Its statements run sequentially. */
export interface Session {
  readonly dialect: Dialect;
  /** Query builder of the dialect; the methods below execute queries. */
  readonly db: Kysely<Tables>;
  all<Row>(query: Query<Row>): Promise<Row[]>;
  /** The first row. */
  get<Row>(query: Query<Row>): Promise<Row | undefined>;
  /** Resolves to the number of changed rows. */
  run(query: Query): Promise<number>;
  /** Makes the rows of a project visible in a transaction that has no project. */
  enter(project: number): Promise<void>;
  /** Acquires a lock of this project until the transaction ends. */
  holdLock(lock: Lock, project: number): Promise<void>;
  /** Waits until transactions that write to the tables have ended, and blocks new ones until this one ends. */
  lockTables(...tables: readonly TableName[]): Promise<void>;
}

/** Job on the rows of a project, which every table references by its key. */
export type ProjectJob<Result> = (session: Session, project: number) => Promise<Result>;

/**
 * Opens sessions. A job may only await its session. In the embedded database many jobs share a commit, and one that
 * waits for a timer, a file or a thread is rolled back. PostgreSQL may run a job several times, so it must only change
 * the database.
 */
export interface Sessions {
  readonly dialect: Dialect;
  /**
   * Runs reads. Rejects with a `MissingProjectError`, and with a `ReadTooLargeError` above the caller's byte limit.
   * PostgreSQL reads one snapshot; in the embedded database each statement reads the latest commit.
   */
  read<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result>;
  /** Resolves after the durable commit; a rejected job changes nothing. Rejects with a `MissingProjectError`. */
  write<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result>;
  /** Like `read` and `write`, for a project by its key, existing or deleted. */
  readKey<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result>;
  writeKey<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result>;
  /** Like `read` and `write`, for data outside of projects, or found before the project is known. */
  readInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result>;
  writeInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result>;
}

export function compile<Row>(query: Query<Row>): CompiledQuery<Row> {
  return "compile" in query ? query.compile() : query;
}

/** Locks among replicas; the numbers are the first half of PostgreSQL's advisory lock keys. */
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
} as const;

export type Lock = keyof typeof lockNumbers;

/**
 * Runs a write; rejects with a {@link ConflictError} with that message if it violates a unique constraint. Two
 * transactions may use one name concurrently, so the constraint decides.
 */
export async function withoutConflict<Result>(
  { dialect }: Sessions,
  message: string,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (dialect.isUniqueViolation(error)) throw new ConflictError(message);
    throw error;
  }
}

/** Makes a write retry its transaction; `code` is the SQLSTATE of a serialization failure. */
export class RetryError extends Error {
  override readonly name = "RetryError";
  readonly code = "40001";
}
