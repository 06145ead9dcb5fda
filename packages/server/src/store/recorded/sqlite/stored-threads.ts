import type { ScoreWriter } from "../../resources/scores.ts";
import { addTombstones } from "../../resources/tombstones.ts";
import type { StepWriter } from "../../ingest/sqlite/step-writer.ts";
import type { ThreadRows } from "../../ingest/sqlite/thread-rows.ts";
import { isDeleted } from "../../session/sqlite/change-row.ts";
import type { Database } from "../../session/sqlite/database.ts";
import type { StoredThreads } from "../threads.ts";

export interface StoredThreadParts {
  readonly database: Database;
  readonly rows: ThreadRows;
  readonly steps: StepWriter;
  readonly scores: ScoreWriter;
}

/** Writes threads. It needs no locks, because only one transaction writes at a time. */
export function createStoredThreads({ database, rows, steps, scores }: StoredThreadParts): StoredThreads {
  const threadsOf = (project: number, userId: string): number[] => {
    const sql = "SELECT key FROM threads WHERE project_id = ? AND user_id = ?";
    return database.all<{ key: number }>(sql, project, userId).map(({ key }) => key);
  };

  return {
    lastEngaged: "r.last_engaged",
    hasError: "EXISTS (SELECT 1 FROM steps s WHERE s.thread = t.key AND s.error IS NOT NULL)",

    async lock(_session, project, id) {
      return rows.keyOf(project, id) !== null;
    },

    async hold(_session, project, wanted) {
      const held = new Set<string>();
      for (const [id, times] of wanted) {
        if (rows.keyOf(project, id) === null) {
          if (isDeleted(database, project, "thread", id)) continue;
          rows.create(project, id, times);
        }
        held.add(id);
      }
      return held;
    },

    async merge(_session, project, writes) {
      for (const { write, user } of writes) {
        const before = rows.get(project, write.id);
        if (before === null) continue;
        const { key, thread } = before;
        rows.merge(project, key, thread, write);
        if (user !== undefined) rows.setUser(key, user);
      }
    },

    async delete(session, project, id, deletedAt) {
      const found = rows.get(project, id);
      if (found === null) return null;
      const { key, thread } = found;
      await steps.deleteOfThread(session, project, key, deletedAt);
      await scores.delete(session, project, "thread_id", [id], deletedAt);
      await rows.remove(session, project, key, thread);
      await addTombstones(session, project, "thread", [id], deletedAt);
      return thread;
    },

    async rename(_session, project, userId, identifier) {
      for (const key of threadsOf(project, userId)) rows.setUser(key, { id: userId, identifier });
    },

    async release(_session, project, userId) {
      for (const key of threadsOf(project, userId)) rows.setUser(key, null);
    },
  };
}
