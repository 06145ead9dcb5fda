import { MissingProjectError } from "../errors.ts";
import type { Database } from "./database.ts";

/** Finds the small key that stands for a project inside the store. */
export class ProjectKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Asks each time, as another connection may have deleted the project. Throws a {@link MissingProjectError}. */
  of(projectId: string): number {
    const found = this.#database.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", projectId);
    if (found === undefined) throw new MissingProjectError(`There is no project ${projectId.slice(0, 255)}.`);
    return found.key;
  }
}
