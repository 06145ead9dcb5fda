import type { Database } from "./database.ts";

/** Finds the small key that stands for a project inside the store. */
export class ProjectKeys {
  readonly #database: Database;
  readonly #keys = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  async of(projectId: string): Promise<number> {
    let key = this.#keys.get(projectId);
    if (key === undefined) {
      const found = await this.#database.read(null, (session) =>
        session.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", projectId),
      );
      if (found === undefined) throw new Error(`There is no project ${projectId}.`);
      key = found.key;
      this.#keys.set(projectId, key);
    }
    return key;
  }
}
