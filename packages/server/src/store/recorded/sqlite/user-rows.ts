import type { UserThreads } from "../../resources/users.ts";
import type { Database } from "../../session/sqlite/database.ts";
import type { ThreadRows } from "../../ingest/sqlite/thread-rows.ts";
import { insertRow } from "../../session/sqlite/change-row.ts";

/** User columns of a thread. */
export interface ThreadUser {
  readonly key: number;
  readonly identifier: string;
}

/** Finds a user by id or identifier, or creates one. Call it in a transaction. */
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

export function createUserThreads(database: Database, threads: ThreadRows): UserThreads {
  const threadsOf = (project: number, userId: string): { readonly key: number; readonly user: number }[] => {
    const sql =
      "SELECT t.key, t.user FROM users u CROSS JOIN threads t ON t.user = u.key WHERE u.project_id = ? AND u.id = ?";
    return database.all(sql, project, userId);
  };
  return {
    isOf: "t.user = r.key",
    lastEngaged: "r.last_engaged",
    async rename(_session, project, userId, identifier) {
      for (const { key, user } of threadsOf(project, userId)) threads.setUser(key, { key: user, identifier });
    },
    async release(_session, project, userId) {
      for (const { key } of threadsOf(project, userId)) threads.setUser(key, null);
    },
  };
}
