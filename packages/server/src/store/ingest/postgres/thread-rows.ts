import { mergeThread as mergeFields } from "../thread-changes.ts";
import { toJsonText } from "../../json-texts.ts";
import type { ThreadWrite } from "../../threads.ts";
import {
  type KeyedThread,
  selectThreads as selectAll,
  type ThreadRow,
  type ThreadTimes,
  type ThreadUser,
  toThread,
} from "../thread-record.ts";
import { insertOrLock, insertRows, rowStatement, sortById } from "../../session/postgres/insert-rows.ts";
import { ofIds } from "../../rollups/postgres/rollup-facts.ts";
import { rowsBy } from "../../session/postgres/rows-by.ts";
import type { IndexUpdates } from "./record-tags.ts";
import type { Parameter, Session } from "../../session/postgres/session.ts";

const insertThreads = rowStatement(
  "threads",
  ["key", "project_id", "id", "created_at", "last_activity", "received_at", "counted_steps", "priced_steps"],
  insertOrLock,
);

/**
 * A thread that the transaction has locked. Its steps cannot change meanwhile, because transactions lock a thread
 * before they write its steps.
 */
export interface HeldThread {
  readonly participant: string | null;
  readonly userId: string | null;
}

export interface HeldThreads {
  /** Threads by id. A thread that was deleted earlier is absent. */
  readonly threads: ReadonlyMap<string, HeldThread>;
  /** Threads that were created. The caller must still queue them for the rollups. */
  readonly created: readonly { readonly id: string; readonly createdAt: number }[];
}

const selectHeld = `
  SELECT t.id, t.participant, t.user_id, EXISTS (
    SELECT 1 FROM tombstones d WHERE d.project_id = @project AND d.kind = 'thread' AND d.id = t.id OFFSET 0
  ) AS is_dead FROM ${rowsBy("threads", "id")} t`;

/**
 * Locks threads by id, and creates missing ones with the given times. `keys` are the row keys for new threads, in the
 * order of `wanted`.
 */
export async function holdThreads(
  session: Session,
  project: number,
  wanted: ReadonlyMap<string, ThreadTimes>,
  keys: readonly number[],
): Promise<HeldThreads> {
  if (wanted.size === 0) return { threads: new Map(), created: [] };
  const candidates = [...wanted].map(([id, times], index) => ({ id, ...times, key: keys[index] ?? 0 }));
  const rows = sortById(candidates).map(({ id, createdAt, receivedAt, key }) => [
    key,
    project,
    id,
    createdAt,
    createdAt,
    receivedAt,
    0,
    0,
  ]);
  const inserted = new Set((await insertRows<{ id: string }>(session, insertThreads, rows)).map(({ id }) => id));
  const found = await session.all<HeldThread & { readonly id: string; readonly isDead: boolean }>(
    selectHeld,
    [...wanted.keys()],
    project,
  );
  const dead = found.filter(({ isDead }) => isDead).map(({ id }) => id);
  if (dead.length > 0) await session.run("DELETE FROM threads WHERE project_id = ? AND id = ANY(?)", project, dead);
  const threads = new Map(
    found.flatMap(({ id, participant, userId, isDead }) => (isDead ? [] : [[id, { participant, userId }]])),
  );
  return { threads, created: candidates.filter(({ id }) => inserted.has(id) && threads.has(id)) };
}

export async function selectThreads(
  session: Session,
  project: number,
  where: string,
  ...parameters: readonly Parameter[]
): Promise<KeyedThread[]> {
  const sql = `${selectAll} WHERE r.project_id = ? AND ${where}`;
  return (await session.all<ThreadRow>(sql, project, ...parameters)).map(toThread);
}

/**
 * Merges a write into a thread that the transaction has locked. An undefined `user` keeps the stored user, and null
 * removes it.
 */
export async function mergeThread(
  session: Session,
  project: number,
  write: ThreadWrite,
  user: ThreadUser | null | undefined,
  { tags, rollups }: IndexUpdates,
): Promise<void> {
  const [known] = await selectThreads(session, project, "r.id = ?", write.id);
  if (known === undefined) return;
  const { key, thread } = known;
  const { before, after } = mergeFields(thread, write);
  tags.note("thread", { key, createdAt: thread.createdAt }, before.tags, after.tags);
  const isMoved = after.environment !== before.environment;
  if (isMoved) await rollups.queue(session, project, "threads", -1, "r.id = ?", write.id);
  await session.run(
    "UPDATE threads SET name = ?, metadata = ?, tags = ?, environment = ? WHERE project_id = ? AND id = ?",
    after.name,
    toJsonText(after.metadata),
    toJsonText(after.tags),
    after.environment,
    project,
    write.id,
  );
  if (isMoved) await rollups.queue(session, project, "threads", 1, "r.id = ?", write.id);
  if (user !== undefined && user?.id !== (thread.participantId ?? undefined)) {
    await setUser(session, project, [write.id], user, rollups);
  }
}

/** Sets the user of threads that the transaction has locked, and of their steps. */
export async function setUser(
  session: Session,
  project: number,
  ids: readonly string[],
  user: ThreadUser | null,
  rollups: IndexUpdates["rollups"],
): Promise<void> {
  await rollups.queue(session, project, "threads", -1, ofIds, ids);
  await rollups.queue(session, project, "steps", -1, "r.thread_id = ANY(?)", ids);
  const sql = "UPDATE threads SET user_id = ?, participant = ? WHERE project_id = ? AND id = ANY(?)";
  await session.run(sql, user?.id ?? null, user?.identifier ?? null, project, ids);
  await nameParticipant(session, project, ids, user?.identifier ?? null);
  await rollups.queue(session, project, "threads", 1, ofIds, ids);
  await rollups.queue(session, project, "steps", 1, "r.thread_id = ANY(?)", ids);
}

/** Stores the user's identifier with all steps of threads. The transaction must have locked the threads. */
export async function nameParticipant(
  session: Session,
  project: number,
  threadIds: readonly string[],
  identifier: string | null,
): Promise<void> {
  const sql = "UPDATE steps SET participant = ? WHERE project_id = ? AND thread_id = ANY(?)";
  await session.run(sql, identifier, project, threadIds);
}
