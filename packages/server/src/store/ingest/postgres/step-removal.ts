import { addTombstones } from "../../resources/tombstones.ts";
import { deleteComments } from "../../resources/comments.ts";
import { deleteAttachments, leaveFiles } from "../../resources/files.ts";
import { deleteReviewItems } from "../../resources/review-rows.ts";
import { ofIds } from "../../rollups/postgres/rollup-facts.ts";
import { queueSteps } from "../../search/postgres/search-queue.ts";
import type { Session } from "../../session/postgres/session.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { RetryError } from "../../session/session.ts";
import { DerivedUpdates } from "./derived-updates.ts";
import { type KeyedStep, selectSteps } from "./step-rows.ts";
import type { KeyedThread } from "../thread-record.ts";

/**
 * Deletes steps with their scores, attachments and comments, and leaves tombstones. The transaction must have locked
 * the steps. Payloads are not deleted if `isDropped` returns true for their period, because retention then drops the
 * whole partition.
 */
export async function removeSteps(
  session: Session,
  project: number,
  steps: readonly KeyedStep[],
  deletedAt: number,
  updates: DerivedUpdates,
  { isDropped = () => false }: { readonly isDropped?: (period: number) => boolean } = {},
): Promise<void> {
  if (steps.length === 0) return;
  const ids = steps.map(({ step }) => step.id);
  // Deletes review items before scores. In the other order, a review that is submitted in between could add scores of
  // deleted steps.
  await deleteReviewItems(session, project, "step", ids);
  await updates.scores.deleteOfSteps(session, project, ids, deletedAt);
  await deleteAttachments(session, project, "step_id", ids, deletedAt);
  await deleteComments(session, project, "step", ids);
  await updates.rollups.queue(session, project, "steps", -1, ofIds, ids);
  for (const step of steps) updates.note(step, null);
  const byPeriod = Map.groupBy(steps, ({ context }) => context.period);
  for (const [period, those] of byPeriod) {
    if (isDropped(period)) continue;
    const keys = those.map(({ context }) => context.key);
    const sql = "DELETE FROM step_payloads WHERE project_id = ? AND period = ? AND step = ANY(?)";
    // oxlint-disable-next-line no-await-in-loop -- one statement for each partition
    await session.run(sql, project, period, keys);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await queueSteps(session, project, keys, { isLost: true });
  }
  await session.run("DELETE FROM steps WHERE project_id = ? AND id = ANY(?)", project, ids);
  await addTombstones(session, project, "step", ids, deletedAt);
}

/**
 * Deletes threads that have no steps and that the transaction has locked. The caller decides whether to leave
 * tombstones.
 */
export async function removeThreads(
  session: Session,
  project: number,
  threads: readonly KeyedThread[],
  { tags, rollups }: DerivedUpdates,
): Promise<void> {
  if (threads.length === 0) return;
  const ids = threads.map(({ thread }) => thread.id);
  for (const { key, thread } of threads) tags.note("thread", { key, createdAt: thread.createdAt }, thread.tags, null);
  await rollups.queue(session, project, "threads", -1, ofIds, ids);
  await leaveFiles(session, project, "thread_id", ids);
  await deleteComments(session, project, "thread", ids);
  await deleteReviewItems(session, project, "thread", ids);
  await session.run("DELETE FROM thread_shares WHERE project_id = ? AND thread_id = ANY(?)", project, ids);
  await session.run("DELETE FROM threads WHERE project_id = ? AND id = ANY(?)", project, ids);
}

/** Locks and deletes steps like {@link removeSteps}. Resolves to the steps that were found. */
export async function deleteSteps(
  session: Session,
  project: number,
  ids: readonly string[],
  deletedAt: number,
  rollups: Rollups,
): Promise<KeyedStep[]> {
  const ofThreads =
    "SELECT DISTINCT thread_id FROM steps WHERE project_id = ? AND id = ANY(?) AND thread_id IS NOT NULL";
  const places = await session.all<{ threadId: string }>(ofThreads, project, ids);
  const threadIds = new Set(places.map(({ threadId }) => threadId));
  // Threads are locked before their steps, in the same order as in writes, to avoid deadlocks.
  const hold = "SELECT 1 FROM threads WHERE project_id = ? AND id = ANY(?) ORDER BY id FOR NO KEY UPDATE";
  if (threadIds.size > 0) await session.all(hold, project, [...threadIds]);
  const steps = await selectSteps(session, project, "s.id = ANY(?) ORDER BY s.id FOR UPDATE OF s", ids);
  if (steps.some(({ step: { threadId } }) => threadId !== null && !threadIds.has(threadId))) {
    throw new RetryError("The step moved to another thread.");
  }
  const updates = new DerivedUpdates(rollups);
  await removeSteps(session, project, steps, deletedAt, updates);
  await updates.store(session, project);
  return steps;
}
