import { DeletedError } from "../../errors.ts";
import { addTombstones } from "../../resources/tombstones.ts";
import type { ThreadRecord, ThreadState, ThreadStore, ThreadWrite } from "../../threads.ts";
import type { FieldSource } from "../../lists/postgres/postgres-filters.ts";
import { reserveKeys } from "../../session/postgres/insert-rows.ts";
import type { PostgresSessions } from "../../session/postgres/postgres-sessions.ts";
import { payloadRow } from "../../session/postgres/rows-by.ts";
import { type ListParts, RecordList } from "../../lists/postgres/record-list.ts";
import { tagsOf } from "../../ingest/postgres/record-tags.ts";
import { ofIds } from "../../rollups/postgres/rollup-facts.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { scoresOfThread } from "./score-joins.ts";
import { searchOfThreads } from "../../search/postgres/search-terms.ts";
import { type Session, RetryError } from "../../session/postgres/session.ts";
import { DerivedUpdates } from "../../ingest/postgres/derived-updates.ts";
import { removeSteps, removeThreads } from "../../ingest/postgres/step-removal.ts";
import { selectSteps } from "../../ingest/postgres/step-rows.ts";
import {
  holdThreads,
  mergeThread,
  selectThreads,
  threadDuration,
  type ThreadUser,
} from "../../ingest/postgres/thread-rows.ts";
import { isInState } from "../../ingest/thread-changes.ts";
import { resolveUser } from "./user-rows.ts";

export interface ThreadStoreParts {
  readonly sessions: PostgresSessions;
  readonly rollups: Rollups;
  readonly list: RecordList<ThreadRecord>;
}

const ofSteps = "s.project_id = @project AND s.thread_id = r.id";
const steps = () => ({ sql: `FROM steps s WHERE ${ofSteps}`, parameters: [] });
const payloads = () => ({
  // Restricted to the steps of the thread, because parsing payloads is expensive.
  sql: `FROM steps s CROSS JOIN LATERAL ${payloadRow} p WHERE ${ofSteps}`,
  parameters: [],
});

const fields: { readonly [field: string]: FieldSource } = {
  duration: { value: threadDuration },
  tags: tagsOf("thread"),
  participantId: { value: "r.user_id" },
  participantIdentifiers: { value: "r.participant" },
  stepType: { value: "s.type", from: steps },
  stepName: { value: "s.name", from: steps },
  stepOutput: { value: "p.output", json: true, from: payloads },
  error: { value: "s.error", from: steps },
  content: { value: "p.input", alternatives: ["p.output"], json: true, from: payloads },
  scoreValue: scoresOfThread(ofSteps),
};

/** List of threads, which analytics use, too. */
export function createThreadList(parts: ListParts): RecordList<ThreadRecord> {
  return new RecordList<ThreadRecord>(parts, {
    resource: "threads",
    table: "threads",
    fields,
    orders: { duration: "(r.last_end - r.first_start)" },
    search: searchOfThreads({ content: "text", stepOutput: "text" }),
    load: async (session, project, keys) => {
      const found = await selectThreads(session, project, "r.key = ANY(?)", keys);
      return new Map(found.map(({ key, thread }) => [key, thread]));
    },
  });
}

async function find(session: Session, project: number, id: string): Promise<ThreadRecord | null> {
  return (await selectThreads(session, project, "r.id = ?", id))[0]?.thread ?? null;
}

function userOf(session: Session, project: number, write: ThreadWrite): Promise<ThreadUser | null | undefined> {
  const { participant } = write;
  if (participant === undefined || participant === null) return Promise.resolve(participant);
  return resolveUser(session, project, participant, write);
}

export function createThreadStore(parts: ThreadStoreParts): ThreadStore {
  const { sessions, rollups, list: records } = parts;

  /** Creates or merges threads; returns the ids of stored ones, without deleted ones. */
  async function store(session: Session, project: number, writes: readonly ThreadWrite[]): Promise<Set<string>> {
    const updates = new DerivedUpdates(rollups);
    // Users are locked before threads, as in changes of a user, and in name order.
    const users = new Map<ThreadWrite, ThreadUser | null | undefined>();
    const byUser = writes.toSorted((one, other) => ((one.participant ?? "") < (other.participant ?? "") ? -1 : 1));
    // oxlint-disable-next-line no-await-in-loop -- one connection
    for (const write of byUser) users.set(write, await userOf(session, project, write));
    const times = new Map(writes.map(({ id, createdAt }) => [id, { createdAt, receivedAt: createdAt }]));
    const keys = await reserveKeys(session, "threads", times.size);
    const { threads, created } = await holdThreads(session, project, times, keys);
    const newIds = created.map(({ id }) => id);
    if (newIds.length > 0) await rollups.queue(session, project, "threads", 1, ofIds, newIds);
    for (const write of writes) {
      // oxlint-disable-next-line no-await-in-loop -- in order: a thread may appear several times
      if (threads.has(write.id)) await mergeThread(session, project, write, users.get(write), updates);
    }
    await updates.store(session, project);
    return new Set(threads.keys());
  }

  /** Merges into an existing thread. With `expected`, throws a {@link RetryError} if it changes before it is locked. */
  async function merge(
    session: Session,
    project: number,
    write: ThreadWrite,
    expected: ThreadState | null,
  ): Promise<void> {
    const user = await userOf(session, project, write);
    const hold = "SELECT 1 FROM threads WHERE project_id = ? AND id = ? FOR NO KEY UPDATE";
    if ((await session.get(hold, project, write.id)) === undefined)
      throw new RetryError("The thread was deleted meanwhile.");
    const thread = expected === null ? null : await find(session, project, write.id);
    if (expected !== null && (thread === null || !isInState(thread, expected)))
      throw new RetryError("The thread was changed meanwhile.");
    const updates = new DerivedUpdates(rollups);
    await mergeThread(session, project, write, user, updates);
    await updates.store(session, project);
  }

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    ingest: (projectId, writes) =>
      sessions.write(projectId, async (session, project) => {
        const stored = await store(session, project, writes);
        return writes.map(({ id }) => (stored.has(id) ? "stored" : "deleted"));
      }),

    upsert: (projectId, write) =>
      sessions.write(projectId, async (session, project) => {
        const stored = await store(session, project, [write]);
        if (!stored.has(write.id)) throw new DeletedError(`The thread ${write.id} was deleted.`);
        const thread = await find(session, project, write.id);
        if (thread === null) throw new Error(`The thread ${write.id} vanished while it was written.`);
        return thread;
      }),

    update: (projectId, write) =>
      sessions.write(projectId, async (session, project) => {
        if ((await find(session, project, write.id)) === null) return null;
        await merge(session, project, write, null);
        return find(session, project, write.id);
      }),

    updateUnchanged: (projectId, write, expected) =>
      sessions.write(projectId, async (session, project) => {
        // Checked before a user is created for the thread. A change after this read restarts the transaction.
        const thread = await find(session, project, write.id);
        if (thread === null || !isInState(thread, expected)) return false;
        await merge(session, project, write, expected);
        return true;
      }),

    getMany: (projectId, ids) =>
      sessions.read(projectId, async (session, project) => {
        const found = await selectThreads(session, project, "r.id = ANY(?)", ids);
        const threads = new Map(found.map(({ thread }) => [thread.id, thread]));
        return ids.map((id) => threads.get(id) ?? null);
      }),

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        const hold = "SELECT 1 FROM threads WHERE project_id = ? AND id = ? FOR UPDATE";
        if ((await session.get(hold, project, id)) === undefined) return null;
        const [known] = await selectThreads(session, project, "r.id = ?", id);
        if (known === undefined) return null;
        const updates = new DerivedUpdates(rollups);
        const held = await selectSteps(session, project, "s.thread_id = ? ORDER BY s.id FOR UPDATE OF s", id);
        await removeSteps(session, project, held, deletedAt, updates);
        await updates.scores.delete(session, project, "thread_id", [id], deletedAt);
        await removeThreads(session, project, [known], updates);
        await addTombstones(session, project, "thread", [id], deletedAt);
        await updates.store(session, project);
        return known.thread;
      }),
  };
}
