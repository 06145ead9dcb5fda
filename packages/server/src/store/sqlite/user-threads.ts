import type { UserThreads } from "../resources/users.ts";
import type { Database } from "./database.ts";
import type { ThreadRows } from "./thread-rows.ts";

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
