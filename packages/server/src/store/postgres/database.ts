import { setTimeout } from "node:timers/promises";
import { Pool, TypeOverrides, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { MissingProjectError, UnavailableError } from "../errors.ts";
import { explainFailure, isUnanswered } from "./explain-failure.ts";
import { lockNumbers } from "./locks.ts";
import { Session, StatementNames } from "./session.ts";

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Connections at most. */
  readonly poolSize: number;
  /** After how many milliseconds a statement is given up. */
  readonly statementTimeout: number;
  /** How many statements a connection keeps prepared; 0 behind a pooler that hands connections out by transaction. */
  readonly preparedStatements: number;
  /** Whether every write is refused. */
  readonly readOnly?: boolean | undefined;
  /** Hears of connections that break while nobody uses them. */
  readonly onError: (error: Error) => void;
}

/** How often a transaction that met another is begun anew. */
const maximumTries = 10;
/** serialization_failure, deadlock_detected */
const retriedCodes = new Set(["40001", "40P01"]);

/** How much longer than the server has for a statement its answer may take, in milliseconds. */
const answerGrace = 5_000;

/** SQLSTATE: a unique constraint refuses the row. */
export const uniqueViolation = "23505";

const int8 = 20;
const types = new TypeOverrides();
types.setTypeParser(int8, Number);

/**
 * The connections to the database. What it cannot do now rejects with an `UnavailableError`. Everything happens in a transaction that sees the rows of one project, or of none.
 */
export class Database {
  readonly pool: Pool;
  readonly #statements: StatementNames;
  readonly #statementTimeout: number;
  readonly #readOnly: boolean;
  /** Hears of projects that are asked for and are not there any more. */
  onMissing: (project: number) => void = () => {};

  constructor(options: DatabaseOptions) {
    this.pool = new Pool({
      connectionString: options.url,
      max: options.poolSize,
      application_name: "threadline",
      connectionTimeoutMillis: 10_000,
      // Statements are sent without waiting for the answers to those before.
      pipeline: true,
      types,
    });
    this.pool.on("error", options.onError);
    this.#statements = new StatementNames(options.preparedStatements);
    this.#readOnly = options.readOnly ?? false;
    this.#statementTimeout = Math.trunc(options.statementTimeout);
  }

  /**
   * Performs reads that see one state of the database. `project` is null for what belongs to no project: each statement
   * stands alone then. Otherwise the first one goes with the beginning of the transaction, and nobody waits for the end.
   */
  read<Result>(project: number | null, job: (session: Session) => Promise<Result>): Promise<Result> {
    if (project === null) return this.#connected((client) => job(this.#session(client)));
    const begin = `${this.#begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", project)}; ${selectProject(project)}`;
    return new Promise((resolve, reject) => {
      const answer = async (client: PoolClient, session: Session): Promise<void> => {
        const begun = this.#started(client, begin, project);
        const reading = async (): Promise<Result> => job(session);
        const [, read] = await Promise.allSettled([begun, reading()]);
        // Without a transaction, which tells the project, no row is visible.
        await begun;
        if (read.status === "rejected") throw read.reason;
        resolve(read.value);
      };
      this.#transact(answer).catch(reject);
    });
  }

  /**
   * Performs a job in a transaction and resolves after its durable commit. The job may run several times, when its
   * transaction meets another, so it changes nothing but the database; what else follows it leaves to `afterCommit`.
   */
  write<Result>(project: number | null, job: (session: Session) => Promise<Result>): Promise<Result> {
    if (this.#readOnly) return Promise.reject(new Error("The database was opened for reading alone."));
    // Who deletes the project waits until the transaction ends.
    const held =
      project === null
        ? ""
        : `; SELECT pg_advisory_xact_lock_shared(${lockNumbers.projects}, ${project % 2 ** 31}); ${selectProject(project)}`;
    return this.#retry(`${this.#begin("ISOLATION LEVEL READ COMMITTED", project)}${held}`, project, job);
  }

  /** Performs a job on the rows of a project that was deleted. */
  free<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#retry(this.#begin("ISOLATION LEVEL READ COMMITTED", project), null, job);
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async #retry<Result>(
    begin: string,
    project: number | null,
    job: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        return await this.#transact(async (client, session) => {
          await this.#started(client, begin, project);
          return job(session);
        });
      } catch (error) {
        if (tries === maximumTries || !retriedCodes.has(codeOf(error) ?? "")) throw error;
        // Those that met do not meet again at once.
        // oxlint-disable-next-line no-await-in-loop -- as above
        await setTimeout(Math.random() * 2 ** tries);
      }
    }
  }

  /** Begins the transaction of a project; the last of the statements of `begin` finds it. */
  async #started(client: PoolClient, begin: string, project: number | null): Promise<void> {
    const begun: unknown = await client.query(this.#timed(begin));
    if (project === null) return;
    const last = (Array.isArray(begun) ? begun.at(-1) : begun) as QueryResult | undefined; // what `pg` answers
    if (last?.rowCount === 1) return;
    this.onMissing(project);
    throw new MissingProjectError("The project is not there any more.");
  }

  /** Ends the transaction that a job began. */
  #transact<Result>(job: (client: PoolClient, session: Session) => Promise<Result>): Promise<Result> {
    return this.#connected(async (client, lose) => {
      try {
        const session = this.#session(client);
        const result = await job(client, session);
        await client.query(this.#timed("COMMIT"));
        session.committed();
        return result;
      } catch (error) {
        // A connection that does not answer would not answer this either.
        if (isUnanswered(error)) lose(error as Error);
        else await client.query(this.#timed("ROLLBACK")).catch(lose);
        throw error;
      }
    });
  }

  /** Performs a job on a connection, which is not used again once it was lost. */
  async #connected<Result>(
    job: (client: PoolClient, lose: (error: Error) => void) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw explainFailure(error);
    });
    let lost: Error | undefined;
    // A connection that breaks tells so beside the statement that fails; unheard it would end the process.
    const lose = (error: Error): void => {
      lost ??= error;
    };
    client.on("error", lose);
    try {
      return await job(client, lose);
    } catch (error) {
      if (isUnanswered(error)) lose(error as Error);
      throw explainFailure(error);
    } finally {
      client.off("error", lose);
      client.release(lost);
    }
  }

  #session(client: PoolClient): Session {
    return new Session(client, this.#statements, this.#answerTimeout);
  }

  /** A statement that is given up when the server, and whatever is between, stays silent. */
  #timed(text: string): QueryConfig & { readonly query_timeout: number } {
    return { text, query_timeout: this.#answerTimeout };
  }

  get #answerTimeout(): number {
    return this.#statementTimeout + answerGrace;
  }

  /**
   * Row-level security lets the transaction see the rows of this project alone. Statements are planned for their values and
   * for the size that the tables have now: a plan that was made while a table was small reads all of it ever after. They
   * are not compiled, which takes longer than most of them.
   */
  #begin(mode: string, project: number | null): string {
    const visible = project === null ? "" : String(Math.trunc(project));
    return [
      `BEGIN ${mode}`,
      `SET LOCAL statement_timeout = ${this.#statementTimeout}`,
      "SET LOCAL plan_cache_mode = force_custom_plan",
      "SET LOCAL jit = off",
      `SET LOCAL threadline.project_id = '${visible}'`,
    ].join("; ");
  }
}

function selectProject(project: number): string {
  return `SELECT 1 FROM projects WHERE key = ${Math.trunc(project)}`;
}

/** The SQLSTATE of a failure of the database. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof UnavailableError) return codeOf(error.cause);
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
