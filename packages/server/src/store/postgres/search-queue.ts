import { losesPayload } from "./lost-payload.ts";
import type { Session } from "./session.ts";
import type { WrittenStep } from "./stored-steps.ts";

/** Rows are so short that a segment takes whole ones. */
export const mostStepsOfRow = 500;

const selectQueued = "SELECT steps FROM search_queue WHERE project_id = ? AND NOT is_lost";
const insert = "INSERT INTO search_queue (project_id, is_lost, steps) VALUES (?, ?, ?)";

/** Queues steps whose payloads were stored, in the transaction that stores them. */
export async function queueForSearch(session: Session, project: number, stored: readonly WrittenStep[]): Promise<void> {
  await queueSteps(session, project, keysOf(stored), { isLost: false });
  const lost = stored.filter(({ before, after }) => before !== null && losesPayload(before.step, after.step));
  await queueSteps(session, project, keysOf(lost), { isLost: true });
}

/** `isLost`: the index may hold what the steps, which may be gone, have no more. Inside the transaction of the change. */
export async function queueSteps(
  session: Session,
  project: number,
  keys: readonly number[],
  { isLost }: { readonly isLost: boolean },
): Promise<void> {
  for (let start = 0; start < keys.length; start += mostStepsOfRow) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    await session.run(insert, project, isLost, keys.slice(start, start + mostStepsOfRow));
  }
}

/** The steps that no segment holds in their present form; undefined when they are about as many as the limit, or more. */
export async function readQueuedSteps(
  session: Session,
  project: number,
  limit: number,
): Promise<readonly number[] | undefined> {
  if ((await countQueuedSteps(session, project, limit)) >= limit) return undefined;
  const rows = await session.all<{ steps: readonly (number | string)[] }>(selectQueued, project);
  return rows.flatMap(({ steps }) => steps.map(Number));
}

/** How many steps are queued for the index, counted up to about a limit. */
export async function countQueuedSteps(session: Session, project: number, limit: number): Promise<number> {
  const sql = `SELECT coalesce(sum(cardinality(steps)), 0)::int AS count FROM (${selectQueued} LIMIT ?) q`;
  return (await session.get<{ count: number }>(sql, project, limit))?.count ?? 0;
}

function keysOf(written: readonly WrittenStep[]): number[] {
  return written.map(({ after }) => after.context.key);
}
