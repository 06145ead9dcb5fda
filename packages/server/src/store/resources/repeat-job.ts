import { jobs as table } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { queuedAt } from "./judgment-jobs.ts";

/**
 * Maximum number of attempts of a job. If all of them fail, the job is queued again with its attempts reset. The job
 * store does this for a `fillJob`. A job that compares steps with rules is queued again by the next periodic check for
 * new steps, which calls `repeatJob`.
 */
const maxAttempts = 5;

const jobs = new RecordTable(table);

/** Queues a job of the project, if it does not exist or has ended. */
export async function repeatJob(
  session: Session,
  project: number,
  { id, kind }: { readonly id: string; readonly kind: string },
  now: number,
): Promise<void> {
  const job = await jobs.lock(session, project, id);
  if (job === null) {
    const created = { id, createdAt: now, kind, groupId: null, payload: {}, maxAttempts };
    await jobs.insertMissing(session, project, [{ ...created, ...queuedAt(now) }]);
  } else if (job.endedAt !== null) await jobs.replace(session, project, { ...job, ...queuedAt(now) });
}
