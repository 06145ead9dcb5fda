import type { Database } from "./database.ts";
import type { Dialect } from "../dialect.ts";
import type { ProjectJob, Session, Sessions } from "../session.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { MissingProjectError } from "../../errors.ts";

export class PostgresSessions implements Sessions {
  readonly dialect: Dialect = postgresDialect;
  readonly #database: Database;
  readonly #projects: ProjectKeys;

  constructor(database: Database, projects: ProjectKeys) {
    this.#database = database;
    this.#projects = projects;
  }

  async read<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> {
    const project = await this.#projects.of(projectId);
    return this.#database.read(project, (session) => job(session, project));
  }

  async write<Result>(projectId: string, job: ProjectJob<Result>): Promise<Result> {
    const project = await this.#projects.of(projectId);
    return this.#database.write(project, (session) => job(session, project));
  }

  readKey<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#database.free(project, job);
  }

  writeKey<Result>(project: number, job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#database.free(project, job);
  }

  readInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#database.read(null, job);
  }

  writeInstallation<Result>(job: (session: Session) => Promise<Result>): Promise<Result> {
    return this.#database.write(null, job);
  }
}

/** Finds the small key that stands for a project inside the store. */
export class ProjectKeys {
  readonly #database: Database;
  readonly #keys = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
    database.onMissing = (project) => this.#forget(project);
  }

  /** Rejects with a {@link MissingProjectError}. A transaction asks again whether the project of the key is there. */
  async of(projectId: string): Promise<number> {
    let key = this.#keys.get(projectId);
    if (key === undefined) {
      const found = await this.#database.read(null, (session) =>
        session.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", projectId),
      );
      if (found === undefined) throw new MissingProjectError(`There is no project ${projectId.slice(0, 255)}.`);
      key = found.key;
      this.#keys.set(projectId, key);
    }
    return key;
  }

  #forget(project: number): void {
    for (const [id, key] of this.#keys) if (key === project) this.#keys.delete(id);
  }
}
