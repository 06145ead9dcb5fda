import type { UserThreads } from "../../resources/users.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { ownSession, type Session, RetryError } from "../../session/postgres/session.ts";
import { nameParticipant, setUser, type ThreadUser } from "../../ingest/postgres/thread-rows.ts";
import { users as table } from "../../schema/recorded.ts";
import { RecordTable } from "../../session/record-table.ts";

const users = new RecordTable(table);

/**
 * Finds the user by id, otherwise by identifier, otherwise creates one. It is locked until the transaction ends; a
 * transaction that locks threads too calls this first.
 */
export async function resolveUser(
  session: Session,
  project: number,
  participant: string,
  { newUserId, createdAt }: { readonly newUserId: string; readonly createdAt: number },
): Promise<ThreadUser> {
  const find = (): Promise<ThreadUser | undefined> =>
    session.get<ThreadUser>(
      `SELECT id, identifier FROM users WHERE project_id = $1 AND (id = $2 OR identifier = $2)
       ORDER BY id = $2 DESC LIMIT 1 FOR KEY SHARE`,
      project,
      participant,
    );
  const known = await find();
  if (known !== undefined) return known;
  await users.insertNew(session, project, { id: newUserId, createdAt, identifier: participant, metadata: {} });
  const user = await find();
  // Another transaction created the user, then deleted or renamed it.
  if (user === undefined) throw new RetryError("The user changed while it was read.");
  return user;
}

const isOf = "t.project_id = @project AND t.user_id = r.id";

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
