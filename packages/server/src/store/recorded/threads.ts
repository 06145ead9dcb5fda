import { type RawBuilder, sql } from "kysely";
import { DeletedError } from "../errors.ts";
import {
  type KeyedThread,
  selectThreads,
  type ThreadRow,
  type ThreadTimes,
  type ThreadUser,
  toThread,
} from "../ingest/thread-record.ts";
import { isInState } from "../ingest/thread-changes.ts";
import type { IdMatcher, Lister } from "../list.ts";
import type { UserThreads } from "../resources/users.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { RetryError, type Session, type Sessions } from "../session/session.ts";
import type { ThreadRecord, ThreadStore, ThreadUpdate, ThreadWrite } from "../threads.ts";
import { findTombstones } from "../resources/tombstones.ts";
import { createUser, findUser } from "./resolve-user.ts";

const queries = new CompiledQueries();

/** A write of a thread, with the new user of the thread. Undefined keeps the stored user, and null removes it. */
export interface ResolvedThread {
  readonly write: ThreadWrite;
  readonly user: ThreadUser | null | undefined;
}

export interface StoredThreads extends UserThreads {
  /** Locks a thread until the transaction ends. Resolves to false if it is not found. */
  lock(session: Session, project: number, id: string): Promise<boolean>;
  /**
   * Locks the threads in `wanted`. Creates missing threads with the times in `wanted`, except threads that were deleted
   * earlier. Resolves to the ids of the locked and created threads.
   */
  hold(session: Session, project: number, wanted: ReadonlyMap<string, ThreadTimes>): Promise<ReadonlySet<string>>;
  /** Merges writes, in order, into threads that the transaction has locked. */
  merge(session: Session, project: number, writes: readonly ResolvedThread[]): Promise<void>;
}

export interface ThreadStoreParts {
  readonly sessions: Sessions;
  readonly list: IdMatcher & Lister<ThreadRecord>;
  readonly threads: StoredThreads;
}

export async function readThreads(session: Session, where: RawBuilder<unknown>): Promise<KeyedThread[]> {
  const query = sql<ThreadRow>`${sql.raw(selectThreads)} WHERE ${where}`;
  return (await session.all(query.compile(session.db))).map(toThread);
}

/** Creates or merges threads. Resolves to the ids of the stored threads. A deleted thread is not stored. */
export async function storeThreads(
  threads: StoredThreads,
  session: Session,
  project: number,
  writes: readonly (ThreadWrite & { readonly receivedAt?: number | undefined })[],
): Promise<ReadonlySet<string>> {
  const users = await resolveUsers(session, project, writes);
  const wanted = new Map<string, ThreadTimes>();
  for (const { id, createdAt, receivedAt = createdAt } of writes) {
    if (!wanted.has(id)) wanted.set(id, { createdAt, receivedAt });
  }
  const held = await threads.hold(session, project, wanted);
  const stored = writes.filter(({ id }) => held.has(id));
  await threads.merge(
    session,
    project,
    stored.map((write) => ({ write, user: userOf(write, users) })),
  );
  return held;
}

function userOf({ participant }: ThreadWrite, users: ReadonlyMap<string, ThreadUser>): ThreadUser | null | undefined {
  return typeof participant === "string" ? users.get(participant) : participant;
}

/**
 * Finds or creates the users of threads. Locks the users before the threads, and in the order of their names: all
 * transactions keep to this order, to prevent deadlocks. Creates no user for a deleted thread.
 */
async function resolveUsers(
  session: Session,
  project: number,
  writes: readonly ThreadWrite[],
): Promise<ReadonlyMap<string, ThreadUser>> {
  const users = new Map<string, ThreadUser>();
  const byName = Map.groupBy(writes, ({ participant }) => participant);
  const names = [...byName.keys()].filter((name) => typeof name === "string").toSorted();
  let deleted: ReadonlySet<string> | undefined;
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, here and below
    let user = await findUser(session, project, name);
    if (user === undefined) {
      // oxlint-disable-next-line no-await-in-loop
      deleted ??= await findTombstones(session, project, "thread", [...new Set(writes.map(({ id }) => id))]);
      const write = byName.get(name)?.find(({ id }) => deleted?.has(id) === false);
      if (write === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop
      user = await createUser(session, project, name, write);
    }
    users.set(name, user);
  }
  return users;
}

async function getMany(session: Session, project: number, ids: readonly string[]): Promise<(ThreadRecord | null)[]> {
  const { dialect } = session;
  const query = () =>
    sql<ThreadRow>`${sql.raw(selectThreads)} WHERE r.project_id = ${project} AND ${dialect.isIn("r.id", ids)}`;
  const rows = await session.all(queries.of(session, "threads", query, [project, dialect.toList(ids)]));
  const found = new Map(rows.map(toThread).map(({ thread }) => [thread.id, thread]));
  return ids.map((id) => found.get(id) ?? null);
}

async function find(session: Session, project: number, id: string): Promise<ThreadRecord | null> {
  return (await getMany(session, project, [id]))[0] ?? null;
}

type PossibleUpdate = Pick<ThreadUpdate, "write"> & Partial<ThreadUpdate>;

function isExpecting(update: PossibleUpdate): update is ThreadUpdate {
  return update.expected !== undefined;
}

async function selectUnchanged(
  session: Session,
  project: number,
  updates: readonly ThreadUpdate[],
): Promise<ThreadUpdate[]> {
  if (updates.length === 0) return [];
  const found = await getMany(
    session,
    project,
    updates.map(({ write }) => write.id),
  );
  return updates.filter(({ expected }, index) => {
    const thread = found[index] ?? null;
    return thread !== null && isInState(thread, expected);
  });
}

/**
 * Merges updates into existing threads. Throws a {@link RetryError} if a thread is deleted or differs from the expected
 * state.
 */
async function updateExisting(
  threads: StoredThreads,
  session: Session,
  project: number,
  updates: readonly PossibleUpdate[],
): Promise<void> {
  const writes = updates.map(({ write }) => write);
  const users = await resolveUsers(session, project, writes);
  for (const { id } of writes.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, in the order of the ids
    if (!(await threads.lock(session, project, id))) throw new RetryError("The thread was deleted concurrently.");
  }
  const expecting = updates.filter(isExpecting);
  if ((await selectUnchanged(session, project, expecting)).length < expecting.length) {
    throw new RetryError("The thread was changed concurrently.");
  }
  const resolved = writes.map((write) => ({ write, user: userOf(write, users) }));
  await threads.merge(session, project, resolved);
}

/**
 * Merges the updates whose threads are still in the expected state. Resolves, for each update, to whether it was
 * stored.
 */
export async function updateUnchangedThreads(
  threads: StoredThreads,
  session: Session,
  project: number,
  updates: readonly ThreadUpdate[],
): Promise<boolean[]> {
  // First selects the threads that are still in the expected state, so that no users are created for the other threads.
  // If a selected thread changes afterwards, the transaction is restarted.
  const unchanged = await selectUnchanged(session, project, updates);
  if (unchanged.length > 0) await updateExisting(threads, session, project, unchanged);
  return updates.map((each) => unchanged.includes(each));
}

export function createThreadStore({ sessions, list, threads }: ThreadStoreParts): ThreadStore {
  return {
    list: (projectId, query) => list.list(projectId, query),
    count: (projectId, query) => list.count(projectId, query),
    matchingIds: (projectId, ids, filters) => list.matchingIds(projectId, ids, filters),
    idsMatchingEach: (projectId, ids, filters) => list.idsMatchingEach(projectId, ids, filters),

    ingest: (projectId, writes) =>
      sessions.write(projectId, async (session, project) => {
        const stored = await storeThreads(threads, session, project, writes);
        return writes.map(({ id }) => (stored.has(id) ? "stored" : "deleted"));
      }),

    upsert: (projectId, write) =>
      sessions.write(projectId, async (session, project) => {
        const stored = await storeThreads(threads, session, project, [write]);
        if (!stored.has(write.id))
          throw new DeletedError(`The thread ${write.id} was deleted; its id cannot be used again.`);
        const thread = await find(session, project, write.id);
        if (thread === null) throw new Error(`The thread ${write.id} was not found after its write.`);
        return thread;
      }),

    update: (projectId, write) =>
      sessions.write(projectId, async (session, project) => {
        if ((await find(session, project, write.id)) === null) return null;
        await updateExisting(threads, session, project, [{ write }]);
        return find(session, project, write.id);
      }),

    updateUnchanged: (projectId, updates) =>
      sessions.write(projectId, (session, project) => updateUnchangedThreads(threads, session, project, updates)),

    getMany: (projectId, ids) => sessions.read(projectId, (session, project) => getMany(session, project, ids)),

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, (session, project) => threads.delete(session, project, id, deletedAt)),
  };
}
