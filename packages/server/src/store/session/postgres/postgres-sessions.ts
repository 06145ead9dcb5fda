import type { Database } from "../../postgres/database.ts";
import type { ProjectKeys } from "../../postgres/project-keys.ts";
import type { Dialect } from "../dialect.ts";
import type { ProjectJob, Session, Sessions } from "../session.ts";
import { postgresDialect } from "./postgres-dialect.ts";

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
