import type { DeletableKind } from "../resources/tombstones.ts";
import type { Database } from "./database.ts";

/** Returns whether a record was deleted, so that a late copy must not restore it. */
export function isDeleted(database: Database, project: number, kind: DeletableKind, id: string): boolean {
  const sql = "SELECT 1 FROM tombstones WHERE project_id = ? AND kind = ? AND id = ?";
  return database.get(sql, project, kind, id) !== undefined;
}
