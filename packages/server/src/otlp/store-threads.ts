import type { JsonObject } from "../json/json-value.ts";
import { isJsonObject } from "../records/json-values.ts";
import { recordLimits } from "../records/limits.ts";
import type { RequestContext } from "../resolvers/context.ts";
import { UnavailableError } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import type { ThreadState, ThreadUpdate } from "../store/threads.ts";
import type { KeyedTurns } from "./keyed-turns.ts";
import { isEarlier, type ThreadFacts, type ThreadUser } from "./thread-facts.ts";
import { isBetterName, type ThreadName } from "./thread-name.ts";
import { toJsonObject } from "./values.ts";

const maxAttempts = 20;

/**
 * Updates threads from their spans: the tags from all traces, the user from the earliest span with a user, and the name
 * from the earliest user message. Keeps a user or name that was not set from spans.
 */
export async function storeThreads(
  threads: readonly ThreadFacts[],
  { store, turns, context }: { readonly store: Store; readonly turns: KeyedTurns; readonly context: RequestContext },
): Promise<void> {
  if (threads.length === 0) return;
  // Updates of one thread run one after the other, because its traces often arrive concurrently.
  const keys = threads.map(({ id }) => `${context.project.id} thread ${id}`);
  await turns.run(keys, async () => {
    let left: readonly ThreadFacts[] = threads;
    for (let attempt = 0; left.length > 0; attempt += 1) {
      if (attempt === maxAttempts) throw new UnavailableError("Other requests keep changing the same threads");
      // oxlint-disable-next-line no-await-in-loop -- an attempt reads the result of the others
      left = await updateThreads(left, store, context);
    }
  });
}

/**
 * Updates threads. A thread that a concurrent request has changed is not updated. Returns the new data of such threads,
 * so that the caller can try again.
 */
async function updateThreads(
  threads: readonly ThreadFacts[],
  store: Store,
  context: RequestContext,
): Promise<ThreadFacts[]> {
  // A thread that is not found was deleted concurrently. Because of `unknown: null`, it gets no update.
  const updates = await updatesOf(threads, { store, context, unknown: null });
  if (updates.length === 0) return [];
  const areStored = await store.threads.updateUnchanged(context.project.id, updates);
  return updates.filter((_update, index) => !areStored[index]).map(({ facts }) => facts);
}

export interface FactsUpdate extends ThreadUpdate {
  readonly facts: ThreadFacts;
}

/** State of a thread that was just created with its first step. */
export const newThread: ThreadState = { name: null, metadata: null, tags: null, participantId: null };

/**
 * Returns updates for the threads whose stored data differ from the data of their spans. `unknown` is the state to
 * assume for a thread that does not exist; with null, such a thread gets no update.
 */
export async function updatesOf(
  threads: readonly ThreadFacts[],
  {
    store,
    context,
    unknown,
  }: { readonly store: Store; readonly context: RequestContext; readonly unknown: ThreadState | null },
): Promise<FactsUpdate[]> {
  const projectId = context.project.id;
  const found = await store.threads.getMany(
    projectId,
    threads.map(({ id }) => id),
  );
  const participants = await store.users.getMany(
    projectId,
    found.flatMap((thread) => thread?.participantId ?? []),
  );
  const identifiers = new Map(participants.flatMap((user) => (user === null ? [] : [[user.id, user.identifier]])));
  return threads.flatMap((facts, index) => {
    const thread = found[index] ?? unknown;
    if (thread === null) return [];
    const participant = thread.participantId === null ? null : (identifiers.get(thread.participantId) ?? null);
    const change = changeOf(thread, participant, facts);
    if (change === null) return [];
    const write = { id: facts.id, createdAt: context.now(), newUserId: context.newId(), ...change };
    return [{ facts, write, expected: stateOf(thread) }];
  });
}

function stateOf({ name, metadata, tags, participantId }: ThreadState): ThreadState {
  return { name, metadata, tags, participantId };
}

interface ThreadChange {
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly participant?: string;
  readonly metadata?: JsonObject;
}

/**
 * Returns the changes that bring a thread up to date with its spans; null if it already is. `participant` is the
 * identifier of the thread's current user.
 */
function changeOf(
  thread: ThreadState,
  participant: string | null,
  { user, tags, name }: ThreadFacts,
): ThreadChange | null {
  const before = new Set<string>(thread.tags);
  const merged = [...new Set([...before, ...tags])].slice(0, recordLimits.tagCount).toSorted();
  const hasNewTags = merged.some((tag) => !before.has(tag));
  const known = readUser(thread.metadata);
  const isOurs = known !== null && known.identifier === participant;
  const takesUser =
    user !== null &&
    user.identifier.length <= recordLimits.idLength &&
    (participant === null || (isOurs && isEarlier(user, known)));
  const takesName = name !== null && isNamedBy(thread, name);
  if (!hasNewTags && !takesUser && !takesName) return null;
  const sources = {
    ...toJsonObject(thread.metadata?.["otel"]),
    ...(takesUser && { user: { ...user } }),
    ...(takesName && { name: { ...name } }),
  };
  return {
    ...(hasNewTags && { tags: merged }),
    ...(takesUser && { participant: user.identifier }),
    ...(takesName && { name: name.text }),
    ...((takesUser || takesName) && { metadata: { ...thread.metadata, otel: sources } }),
  };
}

/**
 * Whether a thread takes the given name, which comes from a span. This is the case if the thread has no name, or has
 * the name of a span that ranks lower ({@link isBetterName}). A name from another source is kept.
 */
function isNamedBy(thread: ThreadState, name: ThreadName): boolean {
  const known = readThreadName(thread.metadata);
  if (known === null) return thread.name === null;
  if (known.text !== thread.name) return false;
  return known.stepId === name.stepId
    ? known.text !== name.text || known.time !== name.time
    : isBetterName(name, known);
}

/** Returns the name of a thread if it was taken from a span; otherwise null. */
function readThreadName(metadata: JsonObject | null): ThreadName | null {
  const { text, isMessage, stepId, time } = toJsonObject(toJsonObject(metadata?.["otel"])["name"]);
  if (typeof text !== "string" || typeof isMessage !== "boolean" || typeof stepId !== "string") return null;
  return { text, isMessage, stepId, time: typeof time === "number" ? time : null };
}

/** Returns the user of a thread if it was taken from a span; otherwise null. */
function readUser(metadata: JsonObject | null): ThreadUser | null {
  const otel = metadata?.["otel"];
  const user = isJsonObject(otel) ? otel["user"] : null;
  if (!isJsonObject(user)) return null;
  const { identifier, isOwn, time, stepId } = user;
  if (typeof identifier !== "string" || typeof isOwn !== "boolean" || typeof stepId !== "string") return null;
  return { identifier, isOwn, time: typeof time === "number" ? time : null, stepId };
}
