import type { ThreadRecord, ThreadWrite } from "../../threads.ts";
import { mergeThread, type ThreadFields } from "../thread-changes.ts";
import { deleteComments } from "../../resources/comments.ts";
import { leaveFiles } from "../../resources/files.ts";
import type { Session } from "../../session/session.ts";
import { changeRow, insertRow } from "../../session/sqlite/change-row.ts";
import type { Database, Parameter } from "../../session/sqlite/database.ts";
import type { RecordTags } from "./record-tags.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";
import { fromJsonText, toJsonText } from "../../json-texts.ts";

interface ThreadRow {
  readonly [column: string]: Parameter;
  readonly key: number;
}

/** Seconds from the first start to the last end of the thread `r`. */
export const threadDuration = "max(r.last_end - r.first_start, 0) / 1000.0";

const selectThreads = `
  SELECT r.key, r.id, r.created_at AS createdAt, coalesce(r.received_at, r.created_at) AS receivedAt,
    r.first_start AS startTime, r.last_end AS endTime, r.name, r.metadata, r.tags, r.environment, u.id AS participantId, r.token_count AS tokenCount,
    ${threadDuration} AS duration
  FROM threads r LEFT JOIN users u ON u.key = r.user`;

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

  get(project: number, id: string): ThreadRecord | null {
    return this.#find("r.project_id = ? AND r.id = ?", project, id);
  }

  byKey(key: number): ThreadRecord | null {
    return this.#find("r.key = ?", key);
  }

  /** Identifier of the thread's user. */
  participantOf(key: number): string | null {
    return (
      this.#database.get<{ participant: string | null }>("SELECT participant FROM threads WHERE key = ?", key)
        ?.participant ?? null
    );
  }

  create(project: number, id: string, times: { readonly createdAt: number; readonly receivedAt: number }): number {
    const { createdAt, receivedAt } = times;
    this.#rollups.touch();
    return insertRow(this.#database, "threads", {
      project_id: project,
      id,
      createdAt,
      receivedAt,
      lastActivity: createdAt,
    });
  }

  merge(project: number, key: number, stored: ThreadRecord, write: ThreadWrite): void {
    const { before, after } = mergeThread(stored, write);
    if (after.environment !== before.environment) this.#rollups.note("threads", "r.key = ?", key);
    changeRow(this.#database, { table: "threads", keyColumn: "key", key }, toColumns(before), toColumns(after));
    this.#tags.set("thread", project, { key, createdAt: stored.createdAt }, before.tags, after.tags);
  }

  /** Sets the user of a thread and of its generations. */
  setUser(key: number, user: { readonly key: number; readonly identifier: string } | null): void {
    this.#rollups.note("threads", "r.key = ?1 AND r.user IS NOT ?2", key, user?.key ?? null);
    this.#rollups.note("steps", "r.thread = ?1 AND t.user IS NOT ?2", key, user?.key ?? null);
    const { changes } = this.#database.run(
      "UPDATE threads SET user = ?1, participant = ?2 WHERE key = ?3 AND (user IS NOT ?1 OR participant IS NOT ?2)",
      user?.key ?? null,
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

  /** Deletes a thread without steps, with its files, comments and shares. */
  async remove(session: Session, project: number, key: number, record: ThreadRecord): Promise<void> {
    await leaveFiles(session, project, "thread_id", [record.id]);
    await deleteComments(session, project, "thread", [record.id]);
    this.#database.run("DELETE FROM thread_shares WHERE project_id = ? AND thread_id = ?", project, record.id);
    this.#tags.set("thread", project, { key, createdAt: record.createdAt }, record.tags, null);
    this.#rollups.note("threads", "r.key = ?", key);
    this.#database.run("DELETE FROM threads WHERE key = ?", key);
  }

  #find(where: string, ...parameters: Parameter[]): ThreadRecord | null {
    const row = this.#database.get<ThreadRow>(`${selectThreads} WHERE ${where}`, ...parameters);
    if (row === undefined) return null;
    const { key: _key, metadata, tags, ...columns } = row;
    // The columns were written by this class and ThreadTotals.
    return { ...columns, metadata: fromJsonText(metadata), tags: fromJsonText(tags) } as unknown as ThreadRecord;
  }
}

function toColumns({ name, metadata, tags, environment }: ThreadFields): { [column: string]: Parameter } {
  return { name, metadata: toJsonText(metadata), tags: toJsonText(tags), environment };
}
