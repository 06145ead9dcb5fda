import {
  type ExportedStep,
  type ExportedThread,
  toStepWrite,
  type Passage,
  type RecordedPassages,
} from "../../resources/passages.ts";
import type { Database } from "../../session/sqlite/database.ts";
import { selectSteps, type StepRow } from "../../ingest/sqlite/step-rows.ts";
import { toStoredStep } from "../../ingest/stored-step.ts";
import type { StepWriter } from "../../ingest/sqlite/step-writer.ts";
import type { ThreadRows } from "../../ingest/sqlite/thread-rows.ts";
import { isDeleted } from "../../session/sqlite/change-row.ts";
import { resolveUser } from "./user-rows.ts";

export interface RecordedPassageParts {
  readonly database: Database;
  readonly threads: ThreadRows;
  readonly steps: StepWriter;
}

/** Exports and imports threads and steps. */
export function createRecordedPassages({ database, threads, steps }: RecordedPassageParts): RecordedPassages {
  const reader =
    (table: "steps" | "threads", load: (key: number) => object | null): Passage["read"] =>
    async (_session, project, after, limit) => {
      const sql = `SELECT key FROM ${table} WHERE key > ? AND project_id = ? ORDER BY key LIMIT ?`;
      return database.all<{ key: number }>(sql, after, project, limit).flatMap(({ key }) => {
        const record = load(key);
        return record === null ? [] : [{ key, record }];
      });
    };

  function writeThread(project: number, thread: ExportedThread): void {
    if (isDeleted(database, project, "thread", thread.id)) return;
    const { createdAt, receivedAt = createdAt, participantId } = thread;
    const key = threads.keyOf(project, thread.id) ?? threads.create(project, thread.id, { createdAt, receivedAt });
    const before = threads.byKey(key);
    const write = { ...thread, newUserId: participantId ?? "" };
    if (before !== null) threads.merge(project, key, before, write);
    if (participantId !== null) threads.setUser(key, resolveUser(database, project, participantId, write));
  }

  // Exported records have the shape of their kind, here and below.
  return {
    thread: {
      kind: "thread",
      read: reader("threads", (key) => threads.byKey(key)),
      async write(_session, project, records) {
        for (const thread of records as unknown as ExportedThread[]) writeThread(project, thread);
      },
    },
    step: {
      kind: "step",
      read: reader("steps", (key) => {
        const row = database.get<StepRow>(`${selectSteps} WHERE s.key = ?`, key);
        return row === undefined ? null : toStoredStep(row);
      }),
      async write(_session, project, records) {
        await steps.ingest(project, (records as unknown as ExportedStep[]).map(toStepWrite));
      },
    },
  };
}
