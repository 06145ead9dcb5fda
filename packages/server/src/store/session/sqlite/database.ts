import { ReadTurns } from "./read-turns.ts";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { withoutCaller, readBudget, readTooLarge, takeBytes, type ReadBudget } from "../../caller.ts";
import { FailedStoreError } from "../../errors.ts";
import { explainFailure } from "./explain-failure.ts";
import type { WriteAheadLog } from "./write-ahead-log.ts";
import type { Fragment as AnyFragment } from "../fragment.ts";

export type Parameter = SQLInputValue;

export type Fragment = AnyFragment<Parameter>;

interface Job {
  readonly perform: () => Promise<void> | undefined;
  readonly settle: (failure: unknown) => void;
}

/**
 * Maximum number of cached prepared statements. Filters can be combined into any number of different statements, so the
 * cache needs a limit.
 */
const maximumStatements = 500;

/** Maximum duration of the jobs in a commit in milliseconds, so that background work can run between commits. */
const maxCommitMs = 50;

/** A connection. It caches statements, and runs concurrent writes in a shared transaction. */
export class Database {
  readonly handle: DatabaseSync;
  /** Turns of the long reads of this connection. */
  readonly turns: ReadTurns = new ReadTurns();
  readonly #statements = new Map<string, StatementSync>();
  readonly #log: WriteAheadLog | undefined;
  #jobs: Job[] = [];
  #isCommitting = false;
  #job: Job | undefined;
  #failure: FailedStoreError | undefined;

  /** `log`: the write-ahead log of a writable file. */
  constructor(handle: DatabaseSync, log?: WriteAheadLog) {
    this.handle = handle;
    this.#log = log;
  }

  /** The job whose statements are running; undefined outside of a job. */
  get job(): object | undefined {
    return this.#job;
  }

  all<Row>(sql: string, ...parameters: Parameter[]): Row[] {
    return this.#rows(this.#prepare(sql), parameters) as Row[];
  }

  /** Returns rows as arrays of columns, which takes half the time for many rows. */
  allArrays<Row extends readonly unknown[]>(sql: string, ...parameters: Parameter[]): Row[] {
    const statement = this.#prepare(`${sql} -- arrays`);
    statement.setReturnArrays(true);
    return this.#rows(statement, parameters) as unknown as Row[]; // arrays, as set above
  }

  get<Row>(sql: string, ...parameters: Parameter[]): Row | undefined {
    const row = this.#prepare(sql).get(...parameters);
    const budget = readBudget();
    if (row !== undefined && budget !== undefined) take(budget, row);
    return row as Row | undefined;
  }

  /** Returns the number of changed rows and the key of the last inserted one. */
  run(sql: string, ...parameters: Parameter[]): { readonly changes: number; readonly key: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...parameters);
    return { changes: Number(changes), key: Number(lastInsertRowid) };
  }

  /**
   * Runs a job in a transaction, and resolves after its durable commit. If a job throws, only its own changes are
   * rolled back. An asynchronous job may only await this connection. Rejects with an `UnavailableError` if the disk
   * fails. After a `FailedStoreError`, all further writes are rejected.
   */
  write<Result>(job: () => Result | Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let result: Result;
    const keep = (value: Result): void => {
      result = value;
    };
    if (this.#jobs.length === 0) this.#schedule();
    this.#jobs.push({
      perform: () => {
        const performed = job();
        if (performed instanceof Promise) return performed.then(keep);
        keep(performed);
        return undefined;
      },
      settle: (failure) => (failure === undefined ? resolve(result) : reject(failure)),
    });
    return promise;
  }

  /** Resolves when the waiting jobs are committed. */
  async flush(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one commit after the other
    while (this.#jobs.length > 0 || this.#isCommitting) await nextTurn();
  }

  /**
   * Starts a commit in a new turn of the event loop, without the context of a caller. The commit ends in the same turn,
   * because its jobs only await results that are already available. No other callback can therefore run in between.
   */
  #schedule(): void {
    setImmediate(() => void withoutCaller(() => this.#takeTurn()));
  }

  async #takeTurn(): Promise<void> {
    if (this.#isCommitting) return;
    this.#isCommitting = true;
    try {
      if (this.#jobs.length > 0) await this.#commit();
    } finally {
      this.#isCommitting = false;
    }
    if (this.#jobs.length > 0) this.#schedule();
  }

  /** Commits waiting jobs, oldest first, until the maximum duration of a commit. */
  async #commit(): Promise<void> {
    const jobs: Job[] = [];
    const failures = new Map<Job, unknown>();
    try {
      this.#begin();
      const startedAt = performance.now();
      for (let job; performance.now() - startedAt < maxCommitMs && (job = this.#jobs.shift()) !== undefined;) {
        jobs.push(job);
        const performed = this.#perform(job, failures);
        // oxlint-disable-next-line no-await-in-loop -- one job after the other
        if (performed !== undefined) await performed;
      }
      this.handle.exec("COMMIT");
    } catch (error) {
      const explained = this.#undo(error);
      // If the transaction cannot start, no job has run yet, and all queued jobs fail.
      for (const job of jobs.length > 0 ? jobs : this.#jobs.splice(0)) job.settle(failures.get(job) ?? explained);
      return;
    }
    for (const job of jobs) job.settle(failures.get(job));
    this.#shortenLog();
  }

  /** Runs several reads on one snapshot of the file. */
  read<Result>(job: () => Result): Result {
    if (this.handle.isTransaction) return job();
    this.handle.exec("BEGIN");
    try {
      return job();
    } finally {
      this.handle.exec("COMMIT");
    }
  }

  /**
   * Runs asynchronous reads on one snapshot of the file, in a separate event loop turn. Nothing interleaves with a job
   * that only awaits this connection.
   */
  async snapshot<Result>(job: () => Promise<Result>): Promise<Result> {
    await nextTurn();
    this.handle.exec("BEGIN");
    try {
      return await inThisTurn("read", job());
    } finally {
      this.handle.exec("COMMIT");
    }
  }

  /**
   * Runs a job immediately in a transaction. A power cut may lose the transaction completely, but not partially. Throws
   * the errors with which `write` rejects.
   */
  writeUnsynced<Result>(job: () => Result): Result {
    this.handle.exec("PRAGMA synchronous = NORMAL");
    let result: Result;
    try {
      this.#begin();
      result = job();
      this.handle.exec("COMMIT");
    } catch (error) {
      throw this.#undo(error);
    } finally {
      this.handle.exec("PRAGMA synchronous = FULL");
    }
    this.#shortenLog();
    return result;
  }

  #begin(): void {
    if (this.#failure) throw this.#failure;
    this.handle.exec("BEGIN IMMEDIATE");
  }

  /**
   * Copies the log to the database right after a commit. SQLite can then restart the log at the next commit, but only
   * if no reader uses it any more. The early copy gives readers the most time to finish. If the sync fails, committed
   * data is still durable, but all further writes are rejected.
   */
  #shortenLog(): void {
    try {
      this.#log?.shorten();
    } catch (error) {
      const explained = explainFailure(error);
      if (explained instanceof FailedStoreError) this.#failure = explained;
    }
  }

  /** Rolls back, and returns the error for callers. After a failed sync, no further transaction starts. */
  #undo(error: unknown): unknown {
    this.#job = undefined;
    if (this.handle.isOpen && this.handle.isTransaction) this.handle.exec("ROLLBACK");
    const explained = explainFailure(error);
    if (explained instanceof FailedStoreError) this.#failure = explained;
    return explained;
  }

  #perform(job: Job, failures: Map<Job, unknown>): Promise<void> | undefined {
    this.handle.exec("SAVEPOINT job");
    const fail = (error: unknown): void => {
      // Some failures, such as a full disk, roll back the whole transaction. Then all jobs of this commit fail.
      if (!this.handle.isTransaction) throw error;
      failures.set(job, error ?? new Error("The write failed."));
      this.handle.exec("ROLLBACK TO job");
    };
    const release = (): void => {
      this.#job = undefined;
      this.handle.exec("RELEASE job");
    };
    this.#job = job;
    try {
      const performed = job.perform();
      if (performed !== undefined) return inThisTurn("write", performed).catch(fail).then(release);
    } catch (error) {
      fail(error);
    }
    release();
    return undefined;
  }

  #rows(statement: StatementSync, parameters: readonly Parameter[]): object[] {
    const budget = readBudget();
    if (budget === undefined) return statement.all(...parameters);
    const rows: object[] = [];
    for (const row of statement.iterate(...parameters)) {
      take(budget, row);
      rows.push(row);
    }
    return rows;
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.handle.prepare(sql);
      if (this.#statements.size >= maximumStatements) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function take(budget: ReadBudget, row: object): void {
  let bytes = 0;
  for (const value of Object.values(row)) if (typeof value === "string") bytes += value.length;
  if (!takeBytes(budget, bytes)) throw readTooLarge();
}

/**
 * Rejects if a job awaits a timer, a file or anything else outside of its session, because other code could then run
 * inside the job's transaction. A job that awaits only its session has ended when `setImmediate` calls back, because
 * the results of the session are available at once.
 */
async function inThisTurn<Result>(kind: "read" | "write", performed: Promise<Result>): Promise<Result> {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const end = setImmediate(() => reject(new Error(`A ${kind} of the store may only await its own session.`)));
  try {
    return await Promise.race([performed, overdue]);
  } finally {
    clearImmediate(end);
  }
}
