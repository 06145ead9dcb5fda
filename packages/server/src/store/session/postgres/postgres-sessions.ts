import type { Database } from "./database.ts";
import type { Dialect } from "../dialect.ts";
import type { Sessions } from "../session.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { MissingProjectError } from "../../errors.ts";
import type { Session } from "./session.ts";

type Job<Result> = (session: Session) => Promise<Result>;
type ProjectJob<Result> = (session: Session, project: number) => Promise<Result>;

export class PostgresSessions implements Sessions {
  readonly dialect: Dialect = postgresDialect;
  readonly #database: Database;
  readonly #keys = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
    database.onMissing = (project) => this.#forget(project);
  }

  async read<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> {
    const project = await this.keyOf(projectId);
    return this.#database.read(project, (session) => job(session, project));
  }

  async write<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> {
    const project = await this.keyOf(projectId);
    return this.#database.write(project, (session) => job(session, project));
  }

  readKey<Result>(project: number, job: Job<Result>): Promise<Result> {
    return this.#database.free(project, job);
  }

  writeKey<Result>(project: number, job: Job<Result>): Promise<Result> {
    return this.#database.free(project, job);
  }

  readInstallation<Result>(job: Job<Result>): Promise<Result> {
    return this.#database.read(null, job);
  }

  writeInstallation<Result>(job: Job<Result>): Promise<Result> {
    return this.#database.write(null, job);
  }

  /**
   * Returns the key of a project. Rejects with a {@link MissingProjectError} if the project is unknown. Each
   * transaction checks again that the project exists.
   */
  async keyOf(projectId: string): Promise<number> {
    let key = this.#keys.get(projectId);
    if (key === undefined) {
      const found = await this.#database.read(null, (session) =>
        session.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", projectId),
      );
      if (found === undefined) throw new MissingProjectError(`Project ${projectId.slice(0, 255)} not found.`);
      key = found.key;
      this.#keys.set(projectId, key);
    }
    return key;
  }

  #forget(project: number): void {
    for (const [id, key] of this.#keys) if (key === project) this.#keys.delete(id);
  }
}
