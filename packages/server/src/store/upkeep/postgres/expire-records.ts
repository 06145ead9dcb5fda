import { expireAttachments, expireFiles } from "../../resources/files.ts";
import { forgetTombstones } from "../../resources/tombstones.ts";
import { memoryCutoff, retentionCutoff } from "../retention.ts";
import type { Rollups } from "../../rollups/postgres/rollups.ts";
import { RetryError } from "../../session/session.ts";
import type { Session } from "../../session/postgres/session.ts";
import { DerivedUpdates } from "../../ingest/postgres/derived-updates.ts";
import { removeSteps, removeThreads } from "../../ingest/postgres/step-removal.ts";
import { selectStepRows } from "../../ingest/postgres/step-rows.ts";
import { selectThreads } from "../../ingest/postgres/thread-rows.ts";
import type { TimePartitions } from "./time-partitions.ts";

/** Maximum number of records that are deleted at a time. */
const sliceSize = 500;

interface Expiry {
  readonly session: Session;
  readonly project: number;
  /** Records created before this time are deleted. */
  readonly cutoff: number;
  readonly now: number;
  readonly partitions: TimePartitions;
  readonly updates: DerivedUpdates;
}

/** Deletes a limited number of records beyond the retention. Resolves to whether there may be more. */
export async function expireRecords(
  session: Session,
  project: number,
  options: {
    readonly now: number;
    readonly retentionDays: number;
    readonly rollups: Rollups;
    readonly partitions: TimePartitions;
  },
): Promise<boolean> {
  const { now, retentionDays, rollups, partitions } = options;
  const cutoff = retentionCutoff(retentionDays, now) ?? 0;
  const updates = new DerivedUpdates(rollups);
  const expiry: Expiry = { session, project, cutoff, now, partitions, updates };
  const isFound =
    (await expireSteps(expiry)) > 0 ||
    (await expireThreads(expiry)) > 0 ||
    (await updates.scores.expire(session, project, { before: cutoff, limit: sliceSize, now })) ||
    (await expireAttachments(session, project, { before: cutoff, limit: sliceSize, now })) ||
    (await expireFiles(session, project, { before: cutoff, limit: sliceSize }));
  if (isFound) {
    await updates.store(session, project);
    return true;
  }
  return (await forgetTombstones(session, project, memoryCutoff(retentionDays, now), sliceSize * 10)) > 0;
}

async function expireSteps({ session, project, cutoff, now, partitions, updates }: Expiry): Promise<number> {
  const oldest = await session.all<{ id: string; threadId: string | null }>(
    `SELECT id, thread_id FROM steps WHERE project_id = ? AND created_at < ? ORDER BY created_at, key LIMIT ${sliceSize}`,
    project,
    cutoff,
  );
  if (oldest.length === 0) return 0;
  const threads = new Set(oldest.flatMap(({ threadId }) => threadId ?? []));
  await holdThreads(session, project, [...threads]);
  const ids = oldest.map(({ id }) => id);
  const steps = await selectStepRows(session, project, "s.id = ANY(?) ORDER BY s.id FOR UPDATE", ids);
  if (steps.some(({ step: { threadId } }) => threadId !== null && !threads.has(threadId))) {
    throw new RetryError("A step moved to another thread.");
  }
  await removeSteps(session, project, steps, now, updates, {
    isDropped: (period) => partitions.isDropped(period),
  });
  // Also deletes the threads that have lost their last step. A thread has the age of its first step, but an empty
  // thread has the age of its own arrival, so it could be kept longer than its steps were.
  const empty = await selectThreads(session, project, `${isEmpty} AND r.id = ANY(?)`, [...threads]);
  await removeThreads(session, project, empty, updates);
  return oldest.length;
}

const isEmpty = "NOT EXISTS (SELECT 1 FROM steps s WHERE s.project_id = @project AND s.thread_id = r.id)";

/**
 * Deletes threads without steps that were created before the cutoff. Stores no tombstones for these threads, so that a
 * later step can create its thread again.
 */
async function expireThreads({ session, project, cutoff, updates }: Expiry): Promise<number> {
  const where = `r.created_at < ? AND ${isEmpty}`;
  const found = await selectThreads(session, project, `${where} ORDER BY r.created_at LIMIT ${sliceSize}`, cutoff);
  if (found.length === 0) return 0;
  const ids = found.map(({ thread }) => thread.id);
  await holdThreads(session, project, ids);
  // Once the threads are locked, no step can be added to them.
  const empty = await selectThreads(session, project, `${where} AND r.id = ANY(?)`, cutoff, ids);
  await removeThreads(session, project, empty, updates);
  return empty.length;
}

/** Locks threads in id order, like every writer of their steps. */
async function holdThreads(session: Session, project: number, ids: readonly string[]): Promise<void> {
  const sql = "SELECT 1 FROM threads WHERE project_id = ? AND id = ANY(?) ORDER BY id FOR NO KEY UPDATE";
  await session.run(sql, project, ids);
}
