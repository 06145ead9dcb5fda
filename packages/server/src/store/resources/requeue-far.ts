import { alertJobs } from "../alerts.ts";
import { fillJob } from "../review-queues.ts";
import type { Sessions } from "../session/session.ts";

/** Kinds of jobs that are never queued for more than `maxDelayMs` ahead. */
const nearKinds = [alertJobs.evaluation, alertJobs.delivery, fillJob];
const maxDelayMs = 2 * 3_600_000;
/**
 * Delay after which a requeued job runs, in milliseconds. If a server is still running the job, it renews its lease
 * within this delay. The job is then due later, so that no second server runs it.
 */
const restartMs = 30_000;

/**
 * Requeues jobs that are due more than {@link maxDelayMs} from now. Such a due time is wrong: the clock was ahead when
 * the due time was set.
 */
export async function requeueFar(sessions: Sessions, now: number): Promise<void> {
  const found = await sessions.readInstallation((session) =>
    session.all(
      session.db
        .selectFrom("jobs")
        .select(["project_id as project", "key"])
        .where(session.dialect.isIn("kind", nearKinds))
        .where("due_at", ">", now + maxDelayMs),
    ),
  );
  for (const [project, jobs] of Map.groupBy(found, (job) => job.project)) {
    const keys = jobs.map(({ key }) => key);
    // oxlint-disable-next-line no-await-in-loop -- one statement for each project
    await sessions.writeKey(project, (session) =>
      session.run(
        session.db
          .updateTable("jobs")
          .set({ due_at: now + restartMs })
          .where(session.dialect.isKeyed(project, keys))
          .where("due_at", ">", now + maxDelayMs),
      ),
    );
  }
}
