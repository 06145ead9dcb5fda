import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "../../schema/records.ts";
import type { Database, Parameter } from "./database.ts";
import type { Dialect } from "../dialect.ts";
import { compile, type ProjectJob, type Query, type Session, type Sessions } from "../session.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { MissingProjectError } from "../../errors.ts";

/** Session of a connection. Results are available immediately, so awaiting them takes only microtasks. */
class SqliteSession implements Session {
  readonly dialect: Dialect = sqliteDialect;
  readonly db: Kysely<Tables> = sqliteDialect.db;
  readonly #database: Database;
  readonly #job: object | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#job = database.job;
  }

  async all<Row>(query: Query<Row>): Promise<Row[]> {
    const { sql, parameters } = this.#compile(query);
    return this.#database.all<Row>(sql, ...parameters);
  }

  async get<Row>(query: Query<Row>): Promise<Row | undefined> {
    const { sql, parameters } = this.#compile(query);
    return this.#database.get<Row>(sql, ...parameters);
  }

  async run(query: Query): Promise<number> {
    const { sql, parameters } = this.#compile(query);
    return this.#database.run(sql, ...parameters).changes;
  }

  async enter(): Promise<void> {}

  /** Does nothing, because only one transaction writes at a time. */
  async holdLock(): Promise<void> {}

  async lockTables(): Promise<void> {}

  #compile<Row>(query: Query<Row>): { readonly sql: string; readonly parameters: readonly Parameter[] } {
    if (this.#job !== this.#database.job)
      throw new Error("A database session was used outside of the job that opened it.");
    const { sql, parameters }: CompiledQuery<Row> = compile(query);
    return { sql, parameters: parameters as readonly Parameter[] }; // Kysely binds values of columns with these types
  }
}

export function sessionOf(database: Database): Session {
  return new SqliteSession(database);
}

export class SqliteSessions implements Sessions {
  readonly dialect: Dialect = sqliteDialect;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> {
    return job(new SqliteSession(this.#database), this.keyOf(projectId));
  }

  write<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> {
    return this.writeInstallation((session) => job(session, this.keyOf(projectId)));
  }

  readKey<Result>(_project: number, job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.readInstallation(job);
  }

  writeKey<Result>(_project: number, job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.writeInstallation(job);
  }

  async readInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result> {
    return job(new SqliteSession(this.#database));
  }

  writeInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#database.write(() => job(new SqliteSession(this.#database)));
  }

  /**
   * Returns the key of a project. It is read each time, because another connection may have deleted the project. Throws
   * a {@link MissingProjectError} if the project is unknown.
   */
  keyOf(projectId: string): number {
    const found = this.#database.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", projectId);
    if (found === undefined) throw new MissingProjectError(`Project ${projectId.slice(0, 255)} not found.`);
    return found.key;
  }
}
