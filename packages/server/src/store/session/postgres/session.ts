import { unnamed } from "../unnamed.ts";
import type { Kysely } from "kysely";
import type { ClientBase, CustomTypesConfig, QueryArrayConfig } from "pg";
import { readTooLarge, takeBytes, type ReadBudget } from "../../caller.ts";
import type { TableName, Tables } from "../../schema/records.ts";
import type { Dialect } from "../dialect.ts";
import type { Fragment as AnyFragment } from "../fragment.ts";
import { type Lock, lockNumbers, compile, type Query, type Session as StoreSession } from "../session.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { sendTogether } from "./send-together.ts";

/** A bindable value; arrays become PostgreSQL arrays. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | null
  | readonly (string | number | bigint | boolean | null)[];

/**
 * Minimum number of rows for which {@link Session.keepingPlans} caches plans. With fewer rows, changing the settings
 * would take longer than planning each statement.
 */
const manyRows = 32;

export type Fragment = AnyFragment<Parameter>;

/**
 * One transaction. A statement has a `?` for each parameter, or `$1`, `$2` if a parameter is used several times.
 * `@project` is replaced by the project of the transaction. Columns are in snake_case in statements, and in camelCase
 * in returned rows. Each table in a subquery needs its own condition on the project, from which Citus selects the node.
 */
export class Session implements StoreSession {
  readonly dialect: Dialect = postgresDialect;
  readonly db: Kysely<Tables> = postgresDialect.db;
  readonly #client: ClientBase;
  readonly #statements: StatementNames;
  readonly #answerTimeout: number;
  readonly #tasks: (() => void)[] = [];
  /** Remaining bytes that the transaction may read; undefined means unlimited. */
  readonly #budget: ReadBudget | undefined;
  #project: number | null;

  /** `answerTimeout`: milliseconds without a response after which the connection is closed. */
  constructor(
    client: ClientBase,
    {
      statements,
      answerTimeout,
      project,
      budget,
    }: {
      readonly statements: StatementNames;
      readonly answerTimeout: number;
      readonly project: number | null;
      readonly budget?: ReadBudget | undefined;
    },
  ) {
    this.#client = client;
    this.#project = project;
    this.#statements = statements;
    this.#answerTimeout = answerTimeout;
    this.#budget = budget;
  }

  /**
   * Returns all rows. If the query is an SQL text, converts column names to camelCase. A Kysely query keeps its column
   * names.
   */
  async all<Row>(query: Query<Row>): Promise<Row[]>;
  async all<Row>(sql: string, ...parameters: readonly Parameter[]): Promise<Row[]>;
  async all<Row>(query: Query<Row> | string, ...parameters: readonly Parameter[]): Promise<Row[]> {
    const { rows, fields } = await this.#execute(query, parameters);
    const names = fields.map(({ name }) => (typeof query === "string" ? toCamelCase(name) : name));
    const empty = emptyRow(names);
    return rows.map((values) => {
      const row = { ...empty };
      for (const [index, name] of names.entries()) row[name] = values[index];
      return row as Row; // the statement selects the columns that the caller names
    });
  }

  async get<Row>(query: Query<Row>): Promise<Row | undefined>;
  async get<Row>(sql: string, ...parameters: readonly Parameter[]): Promise<Row | undefined>;
  async get<Row>(query: Query<Row> | string, ...parameters: readonly Parameter[]): Promise<Row | undefined> {
    const rows = typeof query === "string" ? await this.all<Row>(query, ...parameters) : await this.all<Row>(query);
    return rows[0];
  }

  /** Returns the number of changed rows. */
  async run(query: Query | string, ...parameters: readonly Parameter[]): Promise<number> {
    return (await this.#execute(query, parameters)).rowCount ?? 0;
  }

  async enter(project: number): Promise<void> {
    await this.execute(setProject(project));
    this.#project = project;
  }

  async holdLock(lock: Lock, project: number): Promise<void> {
    await this.run("SELECT pg_advisory_xact_lock(?::int, ?::int)", lockNumbers[lock], project % 2 ** 31);
  }

  async lockTables(...tables: readonly TableName[]): Promise<void> {
    await this.execute(`LOCK TABLE ${tables.join(", ")} IN SHARE ROW EXCLUSIVE MODE`);
  }

  /**
   * Runs inserts of many rows. If there are at least {@link manyRows} rows, PostgreSQL may use cached plans. For other
   * statements, a cached plan can be slow, but an INSERT of values has only one possible plan.
   */
  async keepingPlans<Result>(rows: number, job: () => Promise<Result>): Promise<Result> {
    if (rows < manyRows) return job();
    await this.execute("SELECT set_config('plan_cache_mode', 'auto', true)");
    const result = await job();
    await this.execute("SELECT set_config('plan_cache_mode', 'force_custom_plan', true)");
    return result;
  }

  /**
   * Runs a task once the transaction is durable and visible to other transactions. Never runs it if the transaction
   * fails.
   */
  afterCommit(task: () => void): void {
    this.#tasks.push(task);
  }

  committed(): void {
    for (const task of this.#tasks) task();
  }

  /** Executes statements that have no parameters and are needed only once, such as the statements of a migration. */
  async execute(sql: string): Promise<void> {
    await this.#client.query(sql);
  }

  #execute(query: Query | string, given: readonly Parameter[]) {
    if (typeof query === "string") return this.#query(numberPlaceholders(query), given);
    const { sql, parameters } = compile(query);
    return this.#query(sql, parameters as readonly Parameter[]); // Kysely binds values of columns with these types
  }

  #query(sql: string, given: readonly Parameter[]) {
    const isOfProject = sql.includes("@project");
    if (isOfProject && this.#project === null) throw new Error("The transaction has no project.");
    const text = isOfProject ? sql.replaceAll("@project", `$${given.length + 1}::bigint`) : sql;
    const parameters = isOfProject ? [...given, this.#project] : given;
    const name = this.#statements.of(text);
    const query: QueryArrayConfig & { readonly query_timeout: number } = {
      text,
      values: parameters.map(toBindable),
      rowMode: "array",
      query_timeout: this.#answerTimeout,
    };
    const named = name === undefined ? query : { ...query, name };
    sendTogether(this.#client);
    return this.#budget === undefined ? this.#client.query<unknown[]>(named) : this.#boundedQuery(named, this.#budget);
  }

  /** Runs a query. Rejects at the first value that exceeds the memory limit. */
  #boundedQuery(query: QueryArrayConfig, budget: ReadBudget) {
    const { promise: exceeded, reject } = Promise.withResolvers<never>();
    const types: CustomTypesConfig = {
      getTypeParser: (id, format) => {
        const parse = this.#client.getTypeParser(id, format);
        return (text: string): unknown => {
          if (takeBytes(budget, text.length)) return parse(text);
          reject(readTooLarge());
          return null;
        };
      },
    };
    const answer = this.#client.query<unknown[]>({ ...query, types });
    answer.catch(() => {});
    return Promise.race([answer, exceeded]);
  }
}

/** Converts the type of a session to the type of PostgreSQL sessions. All sessions of this store have it. */
export function ownSession(session: StoreSession): Session {
  return session as Session;
}

/**
 * Returns the statement that selects the project for row-level security. It uses SET LOCAL, because Citus forwards that
 * to its nodes, unlike `set_config`. Execute the statement alone: Citus would also forward all other statements that
 * are sent in the same text.
 */
export function setProject(project: number): string {
  return `SET LOCAL threadline.project_id = '${Math.trunc(project)}'`;
}

/** Character that replaces NUL. No stored text contains it. */
const sentinel = "\u{10ffff}";

/**
 * Converts a parameter. PostgreSQL rejects NUL, so NUL is replaced with a character that no stored text contains. So a
 * search for a text with NUL finds nothing.
 */
function toBindable(value: Parameter): unknown {
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", sentinel) : value;
  if (!Array.isArray(value)) return value;
  return value.some((element) => typeof element === "string" && element.includes("\0"))
    ? value.map((element: (typeof value)[number]) => toBindable(element as Parameter))
    : value;
}

/**
 * Assigns names to prepared statements. Only the first `limit` texts get a name, because filters can be combined into
 * any number of different texts.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  of(text: string): string | undefined {
    if (text.includes(unnamed)) return undefined;
    let name = this.#names.get(text);
    if (name === undefined && this.#names.size < this.#limit) {
      name = `threadline_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return name;
  }
}

/** Numbers the placeholders of a statement. No literal of our statements contains a `?`. */
function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => `$${(count += 1)}`);
}

/**
 * Returns an empty row to copy for each result. It is created by `JSON.parse`, because copies of other objects with
 * many columns take seven times the memory.
 */
function emptyRow(names: readonly string[]): { [column: string]: unknown } {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join(",")}}`) as { [column: string]: null };
}

const camelCased = new Map<string, string>();

/** Converts `created_at` to `createdAt`. */
function toCamelCase(column: string): string {
  let name = camelCased.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelCased.set(column, name);
  }
  return name;
}

/** Tries to acquire a lock until the transaction ends. Resolves to false if another transaction has it. */
export async function tryLock(session: Session, lock: Lock, project: number): Promise<boolean> {
  const sql = "SELECT pg_try_advisory_xact_lock(?::int, ?::int) AS held";
  return (await session.get<{ held: boolean }>(sql, lockNumbers[lock], project % 2 ** 31))?.held ?? false;
}
