import { DerivedUpdates } from "../../ingest/postgres/derived-updates.ts";
import { removeSteps, removeThreads } from "../../ingest/postgres/step-removal.ts";
import { selectSteps } from "../../ingest/postgres/step-rows.ts";
import {
  holdThreads,
  mergeThread,
  nameParticipant,
  selectThreads,
  setUser,
} from "../../ingest/postgres/thread-rows.ts";
import { addTombstones } from "../../resources/tombstones.ts";
import { isThreadOf } from "../../resources/users.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { newThread } from "../../rollups/postgres/step-facts.ts";
import { reserveKeys } from "../../session/postgres/insert-rows.ts";
import { postgresDialect } from "../../session/postgres/postgres-dialect.ts";
import { ownSession, type Session } from "../../session/postgres/session.ts";
import type { StoredThreads } from "../threads.ts";

export function createStoredThreads(rollups: Rollups): StoredThreads {
  return {
    lastEngaged: `(SELECT max(t.last_activity) FROM threads t WHERE ${isThreadOf(postgresDialect)})`,
    hasError:
      "EXISTS (SELECT 1 FROM steps s WHERE s.project_id = t.project_id AND s.thread_id = t.id AND s.error IS NOT NULL)",

    async lock(any, project, id) {
      const sql = "SELECT 1 FROM threads WHERE project_id = ? AND id = ? FOR NO KEY UPDATE";
      return (await ownSession(any).get(sql, project, id)) !== undefined;
    },

    async hold(any, project, wanted) {
      const session = ownSession(any);
      const keys = await reserveKeys(session, "threads", wanted.size);
      const { threads, created } = await holdThreads(session, project, wanted, keys);
      await rollups.change(session, project, "threads", created.map(newThread));
      return new Set(threads.keys());
    },

    async merge(any, project, writes) {
      const session = ownSession(any);
      const updates = new DerivedUpdates(rollups);
      for (const { write, user } of writes) {
        // oxlint-disable-next-line no-await-in-loop -- in order: a thread may appear several times
        await mergeThread(session, project, write, user, updates);
      }
      await updates.store(session, project);
    },

    async delete(any, project, id, deletedAt) {
      const session = ownSession(any);
      const hold = "SELECT 1 FROM threads WHERE project_id = ? AND id = ? FOR UPDATE";
      if ((await session.get(hold, project, id)) === undefined) return null;
      const [known] = await selectThreads(session, project, "r.id = ?", id);
      if (known === undefined) return null;
      const updates = new DerivedUpdates(rollups);
      const steps = await selectSteps(session, project, "s.thread_id = ? ORDER BY s.id FOR UPDATE OF s", id);
      await removeSteps(session, project, steps, deletedAt, updates);
      await updates.scores.delete(session, project, "thread_id", [id], deletedAt);
      await removeThreads(session, project, [known], updates);
      await addTombstones(session, project, "thread", [id], deletedAt);
      await updates.store(session, project);
      return known.thread;
    },

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
