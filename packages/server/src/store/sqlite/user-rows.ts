import { insertRow } from "./change-row.ts";
import type { Database } from "./database.ts";

/** What a thread keeps of its user. */
export interface ThreadUser {
  readonly key: number;
  readonly identifier: string;
}

/** The user with that id, else with that identifier, else a new one. Inside a transaction of the caller. */
export function resolveUser(
  database: Database,
  project: number,
  participant: string,
  { newUserId, createdAt }: { readonly newUserId: string; readonly createdAt: number },
): ThreadUser {
  const sql = `
    SELECT key, identifier FROM users WHERE project_id = ?1 AND id = ?2
    UNION ALL SELECT key, identifier FROM users WHERE project_id = ?1 AND identifier = ?2 LIMIT 1`;
  const known = database.get<{ key: number; identifier: string }>(sql, project, participant);
  if (known !== undefined) return known;
  const user = { project_id: project, id: newUserId, createdAt, identifier: participant, metadata: "{}" };
  return { key: insertRow(database, "users", user), identifier: participant };
}
