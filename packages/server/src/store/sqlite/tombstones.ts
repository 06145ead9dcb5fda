import type { Database } from "./database.ts";

type DeletableKind = "thread" | "step" | "score" | "attachment";

/** Remembers what was deleted, so that a late copy does not revive it. */
export class Tombstones {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  has(project: number, kind: DeletableKind, id: string): boolean {
    const sql = "SELECT 1 FROM tombstones WHERE project_id = ? AND kind = ? AND id = ?";
    return this.#database.get(sql, project, kind, id) !== undefined;
  }

  add(project: number, kind: DeletableKind, id: string, deletedAt: number): void {
    const sql = "INSERT OR IGNORE INTO tombstones (project_id, kind, id, deleted_at) VALUES (?, ?, ?, ?)";
    this.#database.run(sql, project, kind, id, deletedAt);
  }

  /** Forgets some of the deletions before a time; returns how many. */
  forget(project: number, before: number, limit: number): number {
    const sql = `
      DELETE FROM tombstones WHERE (project_id, kind, id) IN (
        SELECT project_id, kind, id FROM tombstones WHERE project_id = ? AND deleted_at < ? LIMIT ?
      )`;
    return this.#database.run(sql, project, before, limit).changes;
  }
}
