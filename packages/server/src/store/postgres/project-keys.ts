import { MissingProjectError } from "../errors.ts";
import type { Database } from "./database.ts";

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
