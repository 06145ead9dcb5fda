import { memoryCutoff, retentionCutoff } from "../retention.ts";
import { deleteAttachmentsOf } from "./attachments.ts";
import { leaveFiles } from "./file-rows.ts";
import { RetryError } from "./retry-error.ts";
import type { Rollups } from "./rollups.ts";
import { deleteScores } from "./score-writer.ts";
import type { Session } from "./session.ts";
import { StepConsequences } from "./step-consequences.ts";
import { removeSteps } from "./step-removal.ts";
import { selectStepRows } from "./step-rows.ts";
import { subjectOf } from "./subject-scores.ts";
import { removeThreads } from "./thread-removal.ts";
import { selectThreads } from "./thread-rows.ts";
import type { TimePartitions } from "./time-partitions.ts";

/** Records at a time. */
const sliceSize = 500;

interface Expiry {
  readonly session: Session;
  readonly project: number;
  /** What was created before goes. */
  readonly cutoff: number;
  readonly now: number;
  readonly partitions: TimePartitions;
  readonly consequences: StepConsequences;
}

/** Takes away some of what is older than the retention; resolves to whether there may be more. */
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
  const consequences = new StepConsequences(rollups);
  const expiry: Expiry = { session, project, cutoff, now, partitions, consequences };
  for (const expire of [expireSteps, expireThreads, expireScores, expireAttachments, expireFiles]) {
    // oxlint-disable-next-line no-await-in-loop -- what hangs on others comes after them
    if ((await expire(expiry)) === 0) continue;
    // oxlint-disable-next-line no-await-in-loop
    await consequences.store(session, project);
    return true;
  }
  return (await forgetDeletions(expiry, memoryCutoff(retentionDays, now))) > 0;
}

async function expireSteps({ session, project, cutoff, now, partitions, consequences }: Expiry): Promise<number> {
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
  await removeSteps(session, project, steps, now, consequences, {
    isDropped: (period) => partitions.isDropped(period),
  });
  // They were as old as their first steps; left empty, they would be as new as their arrival.
  const empty = await selectThreads(session, project, `${isEmpty} AND r.id = ANY(?)`, [...threads]);
  await removeThreads(session, project, empty, consequences);
  return oldest.length;
}

const isEmpty = "NOT EXISTS (SELECT 1 FROM steps s WHERE s.project_id = r.project_id AND s.thread_id = r.id)";

/** Threads that are old themselves and have no step left. A later step makes them anew, so nothing is remembered. */
async function expireThreads({ session, project, cutoff, consequences }: Expiry): Promise<number> {
  const where = `r.created_at < ? AND ${isEmpty}`;
  const found = await selectThreads(session, project, `${where} ORDER BY r.created_at LIMIT ${sliceSize}`, cutoff);
  if (found.length === 0) return 0;
  const ids = found.map(({ thread }) => thread.id);
  await holdThreads(session, project, ids);
  // Once they are held, no step comes to them.
  const empty = await selectThreads(session, project, `${where} AND r.id = ANY(?)`, cutoff, ids);
  await removeThreads(session, project, empty, consequences);
  return empty.length;
}

/** Scores of steps and threads that are not there. Those of experiments stay. */
async function expireScores({ session, project, cutoff, now, consequences }: Expiry): Promise<number> {
  const found = await session.all<{ id: string }>(
    `SELECT c.id FROM scores c WHERE c.project_id = ? AND c.created_at < ? AND c.dataset_experiment_item_id IS NULL
       AND NOT EXISTS (
         SELECT 1 FROM steps s WHERE s.project_id = c.project_id AND s.id = ${subjectOf("c")}
       ) AND NOT EXISTS (
         SELECT 1 FROM threads t WHERE t.project_id = c.project_id AND t.id = c.thread_id
       ) LIMIT ${sliceSize}`,
    project,
    cutoff,
  );
  if (found.length === 0) return 0;
  const parameters = [found.map(({ id }) => id)];
  return (await deleteScores(session, project, { where: "id = ANY(?)", parameters }, now, consequences)).length;
}

/** Attachments of such steps. */
async function expireAttachments({ session, project, cutoff, now }: Expiry): Promise<number> {
  const found = await session.all<{ stepId: string }>(
    `SELECT DISTINCT a.step_id FROM attachments a WHERE a.project_id = ? AND a.created_at < ? AND NOT EXISTS (
       SELECT 1 FROM steps s WHERE s.project_id = a.project_id AND s.id = a.step_id
     ) LIMIT ${sliceSize}`,
    project,
    cutoff,
  );
  if (found.length === 0) return 0;
  const steps = found.map(({ stepId }) => stepId);
  await deleteAttachmentsOf(session, project, steps, now);
  return found.length;
}

/** Uploads that nothing shows: no attachment has them, and the thread that they came to, if any, has gone. */
async function expireFiles({ session, project, cutoff }: Expiry): Promise<number> {
  const found = await session.all<{ objectKey: string }>(
    `SELECT f.object_key FROM files f WHERE f.project_id = ? AND f.created_at < ? AND NOT f.left_over
       AND NOT EXISTS (SELECT 1 FROM attachments a WHERE a.project_id = f.project_id AND a.object_key = f.object_key)
       AND NOT EXISTS (SELECT 1 FROM threads t WHERE t.project_id = f.project_id AND t.id = f.thread_id)
     LIMIT ${sliceSize}`,
    project,
    cutoff,
  );
  const objectKeys = found.map(({ objectKey }) => objectKey);
  await leaveFiles(session, project, objectKeys);
  return objectKeys.length;
}

async function forgetDeletions({ session, project }: Expiry, before: number): Promise<number> {
  const sql = `
    DELETE FROM tombstones WHERE project_id = $1 AND (kind, id) IN (
      SELECT kind, id FROM tombstones WHERE project_id = $1 AND deleted_at < $2 LIMIT ${sliceSize * 10}
    )`;
  return session.run(sql, project, before);
}

/** Holds threads as every writer of their steps does, in the order of the ids. */
async function holdThreads(session: Session, project: number, ids: readonly string[]): Promise<void> {
  const sql = "SELECT 1 FROM threads WHERE project_id = ? AND id = ANY(?) ORDER BY id FOR NO KEY UPDATE";
  await session.run(sql, project, ids);
}
