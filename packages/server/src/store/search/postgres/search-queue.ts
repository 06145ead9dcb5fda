import type { StoredStep } from "../../ingest/stored-step.ts";
import type { QueuedPayloads, StoredPayload } from "./fresh-payloads.ts";
import { readSteps, writeSteps } from "./search-segment.ts";
import type { Session } from "../../session/postgres/session.ts";
import type { WrittenStep } from "../../ingest/postgres/step-rows.ts";

/**
 * Maximum number of steps per row of `search_queue`. An index segment takes only whole rows. If the next row may not
 * fit, the segment stays up to this number of steps below its maximum size.
 */
export const mostStepsOfRow = 500;

/** Expression for the number of steps in a queue row. */
export const stepsOfRow = "octet_length(steps) / 8";

const selectQueued = "SELECT steps FROM search_queue WHERE project_id = ? AND NOT is_lost";
/** Selects queue rows until their steps reach a limit. */
const selectLimited = `
  SELECT steps FROM (
    SELECT steps, sum(${stepsOfRow}) OVER (ORDER BY key) - ${stepsOfRow} AS before FROM (
      SELECT key, steps FROM search_queue WHERE project_id = ? AND NOT is_lost ORDER BY key LIMIT ?
    ) f
  ) q WHERE before < ? ORDER BY before`;
const insert = "INSERT INTO search_queue (project_id, is_lost, steps) VALUES (?, ?, ?) RETURNING key";

export interface PayloadWrite extends WrittenStep {
  readonly payload: StoredPayload;
}

/**
 * Queues steps whose payloads were stored in the same transaction. The transaction must hold locks on the steps, so
 * that the changes of a step are queued in their order. Of several queue rows with the same step, the one with the
 * highest key then belongs to the newest payload.
 */
export async function queueForSearch(
  session: Session,
  project: number,
  stored: readonly PayloadWrite[],
): Promise<QueuedPayloads[]> {
  const rows = await queueSteps(session, project, keysOf(stored), { isLost: false });
  const lost = stored.filter(({ before, after }) => before !== null && losesPayload(before.step, after.step));
  await queueSteps(session, project, keysOf(lost), { isLost: true });
  return rows.map((row, index) => {
    const named = stored.slice(index * mostStepsOfRow, (index + 1) * mostStepsOfRow);
    return { row, payloads: new Map(named.map(({ after, payload }) => [after.context.key, payload])) };
  });
}

/**
 * Queues steps to be indexed or, with `isLost`, to have their previous content removed from the index. Call it in the
 * transaction that changes the steps. Resolves to the keys of the queue rows.
 */
export async function queueSteps(
  session: Session,
  project: number,
  keys: readonly number[],
  { isLost }: { readonly isLost: boolean },
): Promise<number[]> {
  const rows: number[] = [];
  for (let start = 0; start < keys.length; start += mostStepsOfRow) {
    const steps = writeSteps(keys.slice(start, start + mostStepsOfRow));
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    const [row] = await session.all<{ key: number }>(insert, project, isLost, steps);
    if (row !== undefined) rows.push(row.key);
  }
  return rows;
}

/** Returns the steps whose current content is not indexed yet. Undefined if there are about `limit` or more. */
export async function readQueuedSteps(
  session: Session,
  project: number,
  limit: number,
): Promise<readonly number[] | undefined> {
  const rows = await session.all<{ steps: Uint8Array }>(selectLimited, project, limit, limit);
  const steps = rows.flatMap((row) => readSteps(row.steps));
  return steps.length < limit ? steps : undefined;
}

export async function countQueuedSteps(session: Session, project: number, limit: number): Promise<number> {
  const sql = `SELECT coalesce(sum(${stepsOfRow}), 0)::int AS count FROM (${selectQueued} LIMIT ?) q`;
  return (await session.get<{ count: number }>(sql, project, limit))?.count ?? 0;
}

function keysOf(written: readonly WrittenStep[]): number[] {
  return written.map(({ after }) => after.context.key);
}

const ofStep = ["metadata", "input", "output"] as const;
const ofGeneration = [
  "settings",
  "variables",
  "metadata",
  "tools",
  "prompt",
  "completion",
  "messages",
  "messageCompletion",
] as const;

/**
 * Whether a change removes or replaces text of a payload. The old text may be a secret, so it must be removed from the
 * index. Appending to a text does not count.
 */
function losesPayload(before: StoredStep, after: StoredStep): boolean {
  if (ofStep.some((field) => isReplaced(before[field], after[field]))) return true;
  const [was, is] = [before.generation, after.generation];
  return was !== null && ofGeneration.some((field) => isReplaced(was[field], is?.[field]));
}

function isReplaced(before: unknown, after: unknown): boolean {
  if (before === null || before === after) return false;
  const [was, is] = [JSON.stringify(before), JSON.stringify(after ?? null)];
  const isGrowing = typeof before === "string" || typeof before === "object";
  return isGrowing ? !is.startsWith(was.slice(0, -1)) : is !== was;
}
