import type { ThreadRecord, ThreadWrite } from "../../threads.ts";
import { mergeThread, type ThreadFields } from "../thread-changes.ts";
import { deleteComments } from "../../resources/comments.ts";
import { leaveFiles } from "../../resources/files.ts";
import { deleteReviewItems } from "../../resources/review-rows.ts";
import type { Session } from "../../session/session.ts";
import { changeRow, insertRow } from "../../session/sqlite/change-row.ts";
import type { Database, Parameter } from "../../session/sqlite/database.ts";
import type { RecordTags } from "./record-tags.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";
import { toJsonText } from "../../json-texts.ts";
import {
  type KeyedThread,
  selectThreads,
  type ThreadRow,
  type ThreadTimes,
  type ThreadUser,
  toThread,
} from "../thread-record.ts";

/** Rows of threads. Writing methods run inside a transaction of the caller. */
export class ThreadRows {
  readonly #database: Database;
  readonly #tags: RecordTags;
  readonly #rollups: Rollups;

  constructor(database: Database, tags: RecordTags, rollups: Rollups) {
    this.#database = database;
    this.#tags = tags;
    this.#rollups = rollups;
  }

  keyOf(project: number, id: string): number | null {
    return (
      this.#database.get<{ key: number }>("SELECT key FROM threads WHERE project_id = ? AND id = ?", project, id)
        ?.key ?? null
    );
  }

  get(project: number, id: string): KeyedThread | null {
    return this.#find("r.project_id = ? AND r.id = ?", project, id);
  }

  byKey(key: number): ThreadRecord | null {
    return this.#find("r.key = ?", key)?.thread ?? null;
  }

  participantOf(key: number): string | null {
    return (
      this.#database.get<{ participant: string | null }>("SELECT participant FROM threads WHERE key = ?", key)
        ?.participant ?? null
    );
  }

  create(project: number, id: string, times: ThreadTimes): number {
    const { createdAt, receivedAt } = times;
    this.#rollups.touch();
    return insertRow(this.#database, "threads", {
      project_id: project,
      id,
      createdAt,
      receivedAt,
      lastActivity: createdAt,
      countedSteps: 0,
      pricedSteps: 0,
    });
  }

  merge(project: number, key: number, stored: ThreadRecord, write: ThreadWrite): void {
    const { before, after } = mergeThread(stored, write);
    if (after.environment !== before.environment) this.#rollups.note("threads", "r.key = ?", key);
    changeRow(this.#database, { table: "threads", keyColumn: "key", key }, toColumns(before), toColumns(after));
    this.#tags.set("thread", project, { key, createdAt: stored.createdAt }, before.tags, after.tags);
  }

  setUser(key: number, user: ThreadUser | null): void {
    this.#rollups.note("threads", "r.key = ?1 AND r.user_id IS NOT ?2", key, user?.id ?? null);
    this.#rollups.note("steps", "r.thread = ?1 AND t.user_id IS NOT ?2", key, user?.id ?? null);
    const { changes } = this.#database.run(
      "UPDATE threads SET user_id = ?1, participant = ?2 WHERE key = ?3 AND (user_id IS NOT ?1 OR participant IS NOT ?2)",
      user?.id ?? null,
      user?.identifier ?? null,
      key,
    );
    if (changes === 0) return;
    this.#database.run(
      "UPDATE generations SET participant = ? WHERE step IN (SELECT key FROM steps WHERE thread = ?)",
      user?.identifier ?? null,
      key,
    );
  }

  /** Deletes a thread that has no steps, with its files, comments and shares. */
  async remove(session: Session, project: number, key: number, record: ThreadRecord): Promise<void> {
    await leaveFiles(session, project, "thread_id", [record.id]);
    await deleteComments(session, project, "thread", [record.id]);
    await deleteReviewItems(session, project, "thread", [record.id]);
    this.#database.run("DELETE FROM thread_shares WHERE project_id = ? AND thread_id = ?", project, record.id);
    this.#tags.set("thread", project, { key, createdAt: record.createdAt }, record.tags, null);
    this.#rollups.note("threads", "r.key = ?", key);
    this.#database.run("DELETE FROM threads WHERE key = ?", key);
  }

  #find(where: string, ...parameters: Parameter[]): KeyedThread | null {
    const row = this.#database.get<ThreadRow>(`${selectThreads} WHERE ${where}`, ...parameters);
    return row === undefined ? null : toThread(row);
  }
}

function toColumns({ name, metadata, tags, environment }: ThreadFields): { [column: string]: Parameter } {
  return { name, metadata: toJsonText(metadata), tags: toJsonText(tags), environment };
}
