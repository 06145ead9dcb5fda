import { callsAtOnce, requestEach } from "../../api/request-each.ts";
import { scoresOfThreadSteps } from "../../generated/logs.ts";
import type { Condition } from "./filters/condition.ts";
import type { LogRecord, RecordScore } from "./log-record.ts";

const threadsAtOnce = 10;
/**
 * Maximum number of scored steps that are read for `threadsAtOnce` threads. If there are more, only the newest are
 * read.
 */
const maxSteps = 100;

interface Scope {
  readonly projectId: string | null;
  readonly filters: readonly Condition[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Adds the scores of a thread's steps to the scores of the thread. The list shows the scores of steps, because a score
 * filter on threads matches them too. Scores with a name in the filters come first.
 */
export async function withScoresOfSteps(
  threads: readonly LogRecord[],
  { projectId, filters, signal }: Scope,
): Promise<readonly LogRecord[]> {
  const names = new Set(filters.flatMap(({ field, path }) => (field === "scoreValue" && path ? [path] : [])));
  const parts = Array.from({ length: Math.ceil(threads.length / threadsAtOnce) }, (_, part) =>
    threads.slice(part * threadsAtOnce, (part + 1) * threadsAtOnce).map(({ id }) => id),
  );
  // Each score name in the filters has a request of its own. In the request for all names, other scored steps could use
  // up `maxSteps`.
  const calls = [undefined, ...names].flatMap((path) =>
    parts.map((ids) => ({
      filters: [
        { field: "threadId", operator: "in" as const, value: ids },
        { field: "scoreValue", operator: "nis" as const, value: null, ...(path !== undefined && { path }) },
      ],
      first: maxSteps,
    })),
  );
  const found = await requestEach({
    projectId,
    operation: scoresOfThreadSteps,
    calls: calls.slice(0, callsAtOnce),
    signal,
  });
  const ofThreads = new Map<string | null, RecordScore[]>();
  for (const { node } of found.flatMap(({ steps }) => steps.edges)) {
    ofThreads.set(node.threadId, [...(ofThreads.get(node.threadId) ?? []), ...node.scores]);
  }
  const rank = ({ name }: RecordScore): number => (names.has(name) ? 0 : 1);
  return threads.map((thread) => {
    const all = [...(thread.scores ?? []), ...(ofThreads.get(thread.id) ?? [])];
    const scores = [...new Map(all.map((score) => [score.id, score])).values()];
    return { ...thread, scores: scores.toSorted((one, other) => rank(one) - rank(other)) };
  });
}
