import { isAsExpected, mergeStep } from "../merge-step.ts";
import type { StoredStep } from "../stored-step.ts";
import type { StepOutcome, StepWrite } from "../../steps.ts";
import { oneRow } from "../../session/postgres/rows-by.ts";
import type { Session } from "../../session/postgres/session.ts";
import type { ThreadTimes } from "../thread-record.ts";

export interface StoredPlace {
  readonly threadId: string | null;
  readonly createdAt: number;
  readonly isGeneration: boolean;
}

/** Stored data about the steps of a batch, read before the transaction acquires locks. */
export interface BatchSurvey {
  readonly places: ReadonlyMap<string, StoredPlace>;
  readonly deleted: ReadonlySet<string>;
  /** Row keys for new steps, in ascending order, because keys define the order of insertion. */
  readonly stepKeys: readonly number[];
  readonly threadKeys: readonly number[];
  readonly hasRules: boolean;
}

interface SurveyRow {
  readonly kind: "stored" | "deleted" | "step" | "thread" | "rule";
  readonly id: string | null;
  readonly threadId: string | null;
  readonly createdAt: number | null;
  readonly isGeneration: boolean | null;
  readonly key: number | null;
}

const survey = `
  SELECT 'stored' AS kind, s.id, s.thread_id, s.created_at, s.generation_type IS NOT NULL AS is_generation,
    NULL::bigint AS key
  FROM unnest($2::text[]) AS w (id) CROSS JOIN LATERAL ${oneRow("steps", "$1", "id", "w.id")} s
  UNION ALL
  SELECT 'deleted', w.id, NULL, NULL, NULL, NULL FROM unnest($2::text[]) AS w (id)
  WHERE EXISTS (
    SELECT 1 FROM tombstones d WHERE d.project_id = $1 AND d.kind = 'step' AND d.id = w.id OFFSET 0
  )
  UNION ALL SELECT 'rule', NULL, NULL, NULL, NULL, NULL
  WHERE EXISTS (SELECT 1 FROM evaluation_rules e WHERE e.project_id = $1 AND e.mode <> 'OFF')
  UNION ALL SELECT 'step', NULL, NULL, NULL, NULL, nextval('steps_key_seq') FROM generate_series(1, $3)
  UNION ALL SELECT 'thread', NULL, NULL, NULL, NULL, nextval('threads_key_seq') FROM generate_series(1, $4)`;

export async function surveyBatch(
  session: Session,
  project: number,
  writes: readonly StepWrite[],
): Promise<BatchSurvey> {
  const ids = [...new Set(writes.map(({ id }) => id))];
  const threads = new Set(writes.flatMap(({ threadId }) => threadId ?? []));
  const rows = await session.all<SurveyRow>(survey, project, ids, ids.length, threads.size);
  const keysOf = (kind: SurveyRow["kind"]): number[] =>
    rows.flatMap((row) => (row.kind === kind ? (row.key ?? []) : [])).toSorted((one, other) => one - other);
  return {
    places: new Map(
      rows.flatMap(({ kind, id, threadId, createdAt, isGeneration }) =>
        kind === "stored"
          ? [[id ?? "", { threadId, createdAt: createdAt ?? 0, isGeneration: isGeneration === true }]]
          : [],
      ),
    ),
    deleted: new Set(rows.flatMap(({ kind, id }) => (kind === "deleted" ? (id ?? []) : []))),
    stepKeys: keysOf("step"),
    threadKeys: keysOf("thread"),
    hasRules: rows.some(({ kind }) => kind === "rule"),
  };
}

/** Returns the threads of a batch in order of occurrence, with the times to store for threads that are new. */
export function threadsOf(writes: readonly StepWrite[], { places, deleted }: BatchSurvey): Map<string, ThreadTimes> {
  const threads = new Map<string, ThreadTimes>();
  for (const write of writes) {
    const { id, threadId, receivedAt = write.createdAt } = write;
    if (deleted.has(id) || typeof threadId !== "string") continue;
    const happenedAt = write.startTime ?? places.get(id)?.createdAt ?? write.createdAt;
    const known = threads.get(threadId) ?? { createdAt: happenedAt, receivedAt };
    threads.set(threadId, { ...known, createdAt: Math.min(known.createdAt, happenedAt) });
  }
  // Adds the current threads of stored steps. They come last: the order of this map only matters for new threads, which
  // get their keys in this order.
  for (const { threadId, createdAt } of places.values()) {
    if (threadId !== null && !threads.has(threadId)) threads.set(threadId, { createdAt, receivedAt: createdAt });
  }
  return threads;
}

export interface FoldedStep {
  /** Null if no write was stored. */
  readonly step: StoredStep | null;
  readonly outcomes: readonly StepOutcome[];
}

/**
 * Applies the writes of one step in order. Skips writes that would move the step to a deleted thread, and writes whose
 * `ifMetadata` differs from the metadata of the step.
 */
export function foldStep(
  before: StoredStep | null,
  writes: readonly StepWrite[],
  isThere: (threadId: string) => boolean,
): FoldedStep {
  let step = before;
  const outcomes = writes.map((write): StepOutcome => {
    if (step !== null && !isAsExpected(step, write)) return "changed";
    const merged = mergeStep(step, write);
    if (merged.threadId !== null && merged.threadId !== step?.threadId && !isThere(merged.threadId)) return "deleted";
    step = merged;
    return "stored";
  });
  return { step, outcomes };
}
