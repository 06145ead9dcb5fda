import { insertOrLock, insertRows, replaceAll, rowStatement, sortById } from "../../session/postgres/insert-rows.ts";
import type { QueuedPayloads } from "../../search/postgres/fresh-payloads.ts";
import { queueForSearch } from "../../search/postgres/search-queue.ts";
import type { Session } from "../../session/postgres/session.ts";
import {
  hasPayloadOf,
  payloadColumns,
  payloadOf,
  payloadRowOf,
  rowOf,
  rowColumns,
  type KeyedStep,
  type WrittenStep,
} from "./step-rows.ts";

const insertStatement = rowStatement("steps", rowColumns, insertOrLock);
const replaceStatement = rowStatement("steps", rowColumns, replaceAll(rowColumns));
const payloadStatement = rowStatement(
  "step_payloads",
  payloadColumns,
  "ON CONFLICT (project_id, step, period) DO UPDATE SET metadata = EXCLUDED.metadata, content = EXCLUDED.content, " +
    "input = NULL, output = NULL, generation = NULL",
);

/** Inserts missing steps and locks existing ones. Returns the ids of the inserted steps. */
export async function insertOrLockSteps(
  session: Session,
  project: number,
  steps: readonly KeyedStep[],
): Promise<ReadonlySet<string>> {
  const rows = rowsInOrder(project, steps);
  const inserted = await session.keepingPlans(rows.length, () =>
    insertRows<{ id: string }>(session, insertStatement, rows),
  );
  return new Set(inserted.map(({ id }) => id));
}

/** Replaces the rows of stored steps. Payloads are in another table and stay unchanged. */
export async function replaceSteps(session: Session, project: number, steps: readonly KeyedStep[]): Promise<void> {
  await insertRows(session, replaceStatement, rowsInOrder(project, steps));
}

/**
 * Stores payloads that are new, changed or moved to another partition. Queues their steps for the search index, and
 * returns the queued entries. New steps without a payload are queued, too, because searches for absent values must find
 * them.
 */
export async function storePayloads(
  session: Session,
  project: number,
  written: readonly WrittenStep[],
): Promise<QueuedPayloads[]> {
  const queued = written
    .filter((step) => step.before === null || isChanged(step))
    .map((step) => ({ ...step, payload: payloadOf(step.after) }));
  const rows = queued.filter(isChanged).map(({ after, payload }) => payloadRowOf(project, after, payload));
  await removeMovedPayloads(session, project, written);
  await insertRows(session, payloadStatement, rows);
  return queueForSearch(session, project, queued);
}

function isChanged({ before, after }: WrittenStep): boolean {
  return !hasPayloadOf(before?.step ?? null, after.step) || hasOtherPeriod(before, after);
}

function hasOtherPeriod(before: KeyedStep | null, after: KeyedStep): boolean {
  return before !== null && before.context.period !== after.context.period;
}

async function removeMovedPayloads(session: Session, project: number, written: readonly WrittenStep[]): Promise<void> {
  const moved = written.flatMap(({ before, after }) => (before && hasOtherPeriod(before, after) ? before.context : []));
  for (const [period, those] of Map.groupBy(moved, (context) => context.period)) {
    const sql = "DELETE FROM step_payloads WHERE project_id = ? AND period = ? AND step = ANY(?)";
    const keys = those.map(({ key }) => key);
    // oxlint-disable-next-line no-await-in-loop -- one statement for each partition
    await session.run(sql, project, period, keys);
  }
}

/** Whether a write left the row of the step unchanged. The payload, which is in another table, may have changed. */
export function hasSameRow(project: number, { before, after }: WrittenStep): boolean {
  if (before === null) return false;
  const known = rowOf(project, before);
  return rowOf(project, after).every((value, index) => value === known[index]);
}

function rowsInOrder(project: number, steps: readonly KeyedStep[]): ReturnType<typeof rowOf>[] {
  return sortById(steps.map((keyed) => ({ id: keyed.step.id, keyed }))).map(({ keyed }) => rowOf(project, keyed));
}
