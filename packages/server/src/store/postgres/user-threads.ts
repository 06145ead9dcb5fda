import type { UserThreads } from "../resources/users.ts";
import type { Rollups } from "./rollups.ts";
import { ownSession, type Session } from "./session.ts";
import { nameParticipant, setUser } from "./thread-rows.ts";

const isOf = "t.project_id = r.project_id AND t.user_id = r.id";

export function createUserThreads(rollups: Rollups): UserThreads {
  return {
    isOf,
    lastEngaged: `(SELECT max(t.last_activity) FROM threads t WHERE ${isOf})`,
    async rename(any, project, userId, identifier) {
      const session = ownSession(any);
      const threads = await lockThreads(session, project, userId);
      const sql = "UPDATE threads SET participant = ? WHERE project_id = ? AND user_id = ?";
      await session.run(sql, identifier, project, userId);
      await nameParticipant(session, project, threads, identifier);
    },
    async release(any, project, userId) {
      const session = ownSession(any);
      const threads = await lockThreads(session, project, userId);
      if (threads.length > 0) await setUser(session, project, threads, null, rollups);
    },
  };
}

async function lockThreads(session: Session, project: number, userId: string): Promise<string[]> {
  const sql = "SELECT id FROM threads WHERE project_id = ? AND user_id = ? ORDER BY id FOR NO KEY UPDATE";
  return (await session.all<{ id: string }>(sql, project, userId)).map(({ id }) => id);
}
