import { isBetterName, mayNameBefore, nameOf, type ThreadName } from "./thread-name.ts";
import { stepIdOf, type TraceSpan } from "./trace-span.ts";
import type { TraceTree } from "./trace-tree.ts";

export interface ThreadFacts {
  readonly id: string;
  readonly user: ThreadUser | null;
  readonly tags: readonly string[];
  readonly name: ThreadName | null;
}

/** A user, and the span that contains its identifier. */
export interface ThreadUser {
  readonly identifier: string;
  /** Whether the span that contains the user also contains the session id of the thread. Such a user is preferred. */
  readonly isOwn: boolean;
  /** Start of the span, in epoch milliseconds. */
  readonly time: number | null;
  readonly stepId: string;
}

/**
 * Whether the user `one` is preferred over `other` as the user of a thread. The result does not depend on the order in
 * which the spans arrive.
 */
export function isEarlier(one: ThreadUser, other: ThreadUser): boolean {
  if (one.isOwn !== other.isOwn) return one.isOwn;
  const [start, otherStart] = [one.time ?? Infinity, other.time ?? Infinity];
  return start === otherStart ? one.stepId < other.stepId : start < otherStart;
}

export function threadsOf(spans: readonly TraceSpan[], tree: TraceTree): ThreadFacts[] {
  const users = new Map<string, ThreadUser>();
  const tags = new Map<string, Set<string>>();
  const names = new Map<string, ThreadName | null>();
  let anyUser: ThreadUser | null = null;
  for (const span of spans) {
    const { record, write, stored } = span;
    const session = tree.sessionOf(record);
    if (session === null) continue;
    const known = tags.get(session) ?? new Set();
    for (const tag of write?.tags ?? stored?.tags ?? []) known.add(tag);
    tags.set(session, known);
    const named = names.get(session) ?? null;
    if (named === null || mayNameBefore(record, named)) names.set(session, betterName(nameOf(span), named));
    const user = userOf(record);
    if (user === null) continue;
    users.set(session, earlier(user, users.get(session) ?? null));
    anyUser = earlier(user, anyUser);
  }
  return [...tags].map(([id, of]) => ({
    id,
    user: users.get(id) ?? (anyUser && { ...anyUser, isOwn: false }),
    tags: [...of],
    name: names.get(id) ?? null,
  }));
}

/**
 * Merges the data of threads that occur in several traces. Omits threads for which there is neither a user nor a tag
 * nor a name.
 */
export function mergeThreads(threads: readonly ThreadFacts[]): ThreadFacts[] {
  const merged = new Map<string, ThreadFacts>();
  for (const { id, user, tags, name } of threads) {
    const known = merged.get(id);
    merged.set(id, {
      id,
      user: user === null ? (known?.user ?? null) : earlier(user, known?.user ?? null),
      tags: [...(known?.tags ?? []), ...tags],
      name: betterName(name, known?.name ?? null),
    });
  }
  return [...merged.values()].filter(({ user, tags, name }) => user !== null || name !== null || tags.length > 0);
}

function userOf({ traceId, spanId, userId, sessionId, startTime }: TraceSpan["record"]): ThreadUser | null {
  if (userId === null) return null;
  return { identifier: userId, isOwn: sessionId !== null, time: startTime, stepId: stepIdOf(traceId, spanId) };
}

function earlier(one: ThreadUser, other: ThreadUser | null): ThreadUser {
  return other === null || isEarlier(one, other) ? one : other;
}

function betterName(one: ThreadName | null, other: ThreadName | null): ThreadName | null {
  if (one === null || other === null) return one ?? other;
  return isBetterName(one, other) ? one : other;
}
