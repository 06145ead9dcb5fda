import { setTimeout } from "node:timers/promises";
import { Pool, TypeOverrides, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { callerSignal, readBudget, type ReadBudget } from "../../caller.ts";
import { MissingProjectError, ReadTooLargeError, UnavailableError } from "../../errors.ts";
import { FairShares } from "../fair-shares.ts";
import { explainFailure, isUnanswered } from "./explain-failure.ts";
import { lockNumbers } from "../session.ts";
import { sendTogether, socketOf } from "./send-together.ts";
import { Session, setProject, StatementNames } from "./session.ts";

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly poolSize: number;
  /** Statement timeout in milliseconds. */
  readonly statementTimeout: number;
  /**
   * Statement timeout of reads for which a caller waits, in milliseconds. At most `statementTimeout`. Default: 10,000.
   */
  readonly readTimeout?: number | undefined;
  /** Maximum time that a transaction waits for a free connection, in milliseconds. Default: 10,000. */
  readonly maxWait?: number | undefined;
  /** Maximum number of prepared statements per connection. Use 0 behind a transaction pooler. */
  readonly preparedStatements: number;
  readonly readOnly?: boolean | undefined;
  /** Called when an idle connection breaks. */
  readonly onError: (error: Error) => void;
}

/** Maximum number of attempts on serialization conflicts. */
const maximumTries = 10;
/** SQLSTATEs of transactions to retry: serialization_failure, deadlock_detected. */
const retriedCodes = new Set(["40001", "40P01"]);

/** Interval in milliseconds at which the server checks, during a statement, whether the client is still connected. */
const connectionCheckInterval = 500;

/** Time to wait for a response beyond the server's statement timeout, in milliseconds. */
const answerGrace = 5_000;

const int8 = 20;
const types = new TypeOverrides();
types.setTypeParser(int8, Number);

/**
 * Connections to the database. Methods reject with an `UnavailableError` if the database is unavailable. Every
 * statement runs in a transaction that sees the rows of one project, or of no project.
 */
export class Database {
  readonly pool: Pool;
  readonly #statements: StatementNames;
  readonly #statementTimeout: number;
  readonly #readTimeout: number;
  readonly #shares: FairShares<number>;
  #checksConnections: Promise<boolean> | undefined;
  readonly #readOnly: boolean;
  /** Called with the key of a project when a transaction finds that the project no longer exists. */
  onMissing: (project: number) => void = () => {};

  constructor(options: DatabaseOptions) {
    this.pool = new Pool({
      connectionString: options.url,
      max: options.poolSize,
      application_name: "threadline",
      connectionTimeoutMillis: 10_000,
      // Statements are sent without waiting for earlier responses.
      pipeline: true,
      types,
    });
    this.pool.on("error", options.onError);
    // An error can arrive with the last byte of the handshake, before a job listens for errors. Without a listener, the
    // error would end the process. The listener ignores the error, because the statements of a broken connection fail,
    // and the pool removes the connection.
    this.pool.on("connect", (client) => void client.on("error", () => {}));
    this.#statements = new StatementNames(options.preparedStatements);
    this.#readOnly = options.readOnly ?? false;
    this.#statementTimeout = Math.trunc(options.statementTimeout);
    this.#readTimeout = Math.min(Math.trunc(options.readTimeout ?? 10_000), this.#statementTimeout);
    // One connection is reserved for data outside of projects, such as keys and accounts.
    this.#shares = new FairShares({ capacity: options.poolSize - 1, maxWait: options.maxWait });
  }

  /**
   * Runs reads of a project in a transaction, so that they see one snapshot. If the caller disconnects, the running
   * statement is canceled. With the project null, reads data outside of projects, without a common snapshot.
   */
  async read<Result>(project: number | null, job: (session: Session) => Promise<Result>): Promise<Result> {
    const signal = callerSignal();
    const budget = readBudget();
    signal?.throwIfAborted();
    if (project === null) return this.#connected({ project, signal }, (client) => job(this.#session(client, null)));
    const checks = signal !== undefined && (await this.#canCheckConnections());
    const timeout = signal === undefined ? this.#statementTimeout : this.#readTimeout;
    const mode = "ISOLATION LEVEL REPEATABLE READ READ ONLY";
    const begin = [...this.#begin(mode, project, { timeout, checks }), selectProject(project)];
    return new Promise((resolve, reject) => {
      const answer = async (client: PoolClient, session: Session): Promise<void> => {
        const started = this.#started(client, begin, project);
        const reading = async (): Promise<Result> => job(session);
        const [, read] = await Promise.allSettled([started, reading()]);
        // The job ran while the transaction was starting. If the start failed, the job did not run in the project's
        // transaction, so its result is wrong. In this case, throws the error of the start.
        await started;
        if (read.status === "rejected") throw read.reason;
        resolve(read.value);
      };
      this.#transact({ project, signal, isRead: true }, answer, budget).catch(reject);
    });
  }

  /**
   * Runs a job in a transaction and resolves after its durable commit. The job is repeated on serialization conflicts,
   * so it must only change the database. Other effects belong in `afterCommit`.
   */
  write<Result>(project: number | null, job: (session: Session) => Promise<Result>): Promise<Result> {
    if (this.#readOnly) return Promise.reject(new Error("The database is opened read-only."));
    // Holds a lock on the project until the transaction ends, so that the project cannot be deleted meanwhile.
    const held =
      project === null
        ? []
        : [
            `SELECT pg_advisory_xact_lock_shared(${lockNumbers.projects}, ${project % 2 ** 31}); ${selectProject(project)}`,
          ];
    return this.#retry([...this.#begin("ISOLATION LEVEL READ COMMITTED", project), ...held], project, job);
  }

  /** Like {@link write}, but does not check whether the project still exists, and does not prevent its deletion. */
  free<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#retry(this.#begin("ISOLATION LEVEL READ COMMITTED", project), null, job);
  }

  /** Number of projects that use connections, or did so recently. */
  get activeProjects(): number {
    return this.#shares.size;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async #retry<Result>(
    begin: readonly string[],
    project: number | null,
    job: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        return await this.#transact({ project }, async (client, session) => {
          await this.#started(client, begin, project);
          return job(session);
        });
      } catch (error) {
        if (tries === maximumTries || !retriedCodes.has(codeOf(error) ?? "")) throw error;
        // A random pause, so that the transactions that conflicted do not conflict again.
        // oxlint-disable-next-line no-await-in-loop -- one try after the other
        await setTimeout(Math.random() * 2 ** tries);
      }
    }
  }

  /**
   * Starts a transaction in a project. The last statement of `begin` selects the project. All statements are sent
   * together.
   */
  async #started(client: PoolClient, begin: readonly string[], project: number | null): Promise<void> {
    sendTogether(client);
    const started = await Promise.all(begin.map((text): Promise<unknown> => client.query(this.#timed(text))));
    if (project === null) return;
    const last = [started.at(-1)].flat().at(-1) as QueryResult | undefined; // `pg` returns a result or a list of them
    if (last?.rowCount === 1) return;
    this.onMissing(project);
    throw new MissingProjectError("The project no longer exists.");
  }

  #transact<Result>(
    holder: Holder,
    job: (client: PoolClient, session: Session) => Promise<Result>,
    budget?: ReadBudget,
  ): Promise<Result> {
    return this.#connected(holder, async (client, lose) => {
      try {
        const session = this.#session(client, holder.project, budget);
        const result = await job(client, session);
        const committed = client.query(this.#timed("COMMIT"));
        if (holder.isRead) {
          // A read has its result before the response to COMMIT, so the next transaction gets the connection at once.
          // If there is no response, the connection is closed, and the next transaction fails as unavailable. It has
          // not changed anything, because a write waits for the response to its BEGIN.
          committed.catch(() => disconnect(client));
          return result;
        }
        await committed;
        session.committed();
        return result;
      } catch (error) {
        // Closes the connection instead of waiting for ROLLBACK in two cases: The server did not respond, so it would
        // not respond to ROLLBACK either. Or the connection is still receiving the rows of a read that is too large.
        if (isUnanswered(error) || error instanceof ReadTooLargeError) lose(error as Error);
        else await client.query(this.#timed("ROLLBACK")).catch(lose);
        throw error;
      }
    });
  }

  #connected<Result>(
    { project, signal }: Holder,
    job: (client: PoolClient, lose: (error: Error) => void) => Promise<Result>,
  ): Promise<Result> {
    const connect = (): Promise<Result> => this.#connect(signal, job);
    return project === null ? connect() : this.#shares.use(project, connect, signal);
  }

  async #connect<Result>(
    signal: AbortSignal | undefined,
    job: (client: PoolClient, lose: (error: Error) => void) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw explainFailure(error);
    });
    let lost: Error | undefined;
    const lose = (error: Error): void => {
      lost ??= error;
    };
    client.on("error", lose);
    // Closes the connection, so that the server cancels the running statement. A connection pooler in front of the
    // server also passes on that the connection was closed.
    const leave = (): void => {
      lose(new Error("The caller disconnected."));
      disconnect(client);
    };
    signal?.addEventListener("abort", leave);
    try {
      signal?.throwIfAborted();
      return await job(client, lose);
    } catch (error) {
      signal?.throwIfAborted();
      if (isUnanswered(error)) lose(error as Error);
      throw explainFailure(error);
    } finally {
      signal?.removeEventListener("abort", leave);
      client.off("error", lose);
      if (lost !== undefined) disconnect(client);
      client.release(lost);
    }
  }

  /** Whether the server can check the connection of a client during a statement; some platforms cannot. */
  #canCheckConnections(): Promise<boolean> {
    const sql = `SELECT set_config('client_connection_check_interval', '${connectionCheckInterval}', true)`;
    this.#checksConnections ??= this.pool.query(sql).then(
      () => true,
      (error: unknown) => {
        if (explainFailure(error) instanceof UnavailableError) this.#checksConnections = undefined;
        return false;
      },
    );
    return this.#checksConnections;
  }

  #session(client: PoolClient, project: number | null, budget?: ReadBudget): Session {
    return new Session(client, {
      statements: this.#statements,
      answerTimeout: this.#answerTimeout,
      project,
      budget,
    });
  }

  /** Runs a statement with a timeout for unresponsive servers and networks. */
  #timed(text: string): QueryConfig & { readonly query_timeout: number } {
    return { text, query_timeout: this.#answerTimeout };
  }

  get #answerTimeout(): number {
    return this.#statementTimeout + answerGrace;
  }

  /**
   * Returns the statements that start a transaction. By row-level security, the transaction only sees the rows of the
   * project. Each statement gets a new plan, because a plan that was made for a small table could later read the whole
   * table. JIT compilation is off, because it takes longer than most statements.
   */
  #begin(
    mode: string,
    project: number | null,
    { timeout = this.#statementTimeout, checks = false }: { timeout?: number; checks?: boolean } = {},
  ): string[] {
    const settings = [
      ["statement_timeout", timeout],
      ...(checks ? [["client_connection_check_interval", connectionCheckInterval]] : []),
      ["plan_cache_mode", "force_custom_plan"],
      ["jit", "off"],
      ...(project === null ? [["threadline.project_id", ""]] : []),
    ];
    const set = settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(", ");
    return [`BEGIN ${mode}; SELECT ${set}`, ...(project === null ? [] : [setProject(project)])];
  }
}

/** Closes the socket immediately, because `end` waits for running statements. */
function disconnect(client: PoolClient): void {
  socketOf(client).destroy();
}

interface Holder {
  readonly project: number | null;
  /** Whether the transaction only reads. */
  readonly isRead?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

function selectProject(project: number): string {
  return `SELECT 1 FROM projects WHERE key = ${Math.trunc(project)}`;
}

/** Returns the SQLSTATE of a database error. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof UnavailableError) return codeOf(error.cause);
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
