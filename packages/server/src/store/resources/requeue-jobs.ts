import { alertJobs } from "../alerts.ts";
import { experimentJobs } from "../experiment-runs.ts";
import type { JobRecord } from "../jobs.ts";
import { fillJob } from "../review-queues.ts";
import { jobs as table } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Sessions } from "../session/session.ts";
import { admitTasks, lockRun } from "./run-progress.ts";

const jobs = new RecordTable(table);

/** Kinds of jobs that are never queued for more than `maxDelayMs` ahead. */
const nearKinds = [alertJobs.evaluation, alertJobs.delivery, fillJob];
const maxDelayMs = 2 * 3_600_000;
/**
 * Delay after which a requeued job runs, in milliseconds. If a server is still running the job, it renews its lease
 * within this delay. The job is then due later, so that no second server runs it.
 */
const restartMs = 30_000;

/** Queues a job again. A task in the state `storing` waits until its experiment may run another task. */
export function queuedAgain(job: JobRecord, dueAt: number): JobRecord {
  return { ...job, state: job.state === "storing" ? "waiting" : "queued", token: null, dueAt };
}

/** Requeues tasks in the state `storing` whose leases ended. Uses one transaction for each experiment. */
export async function requeueLeft(
  sessions: Sessions,
  { until, now }: { readonly until: number; readonly now: number },
): Promise<void> {
  const groups = await sessions.readInstallation((session) =>
    session.all(
      session.db
        .selectFrom("jobs as j")
        .innerJoin("projects as p", "p.key", "j.project_id")
        .select(["j.project_id as project", "j.group_id as id"])
        .distinct()
        .where("j.kind", "=", experimentJobs.task)
        .where("j.due_at", "<=", until)
        .where("j.state", "=", "storing"),
    ),
  );
  for (const { project, id } of groups) {
    // oxlint-disable-next-line no-await-in-loop -- usually few runs
    await sessions.writeKey(project, async (session) => {
      const run = await lockRun(session, project, id);
      const left = await jobs.all(session, project, (query) =>
        session.dialect.forUpdate(
          query
            .where("group_id", "=", id)
            .where("kind", "=", experimentJobs.task)
            .where("state", "=", "storing")
            .where("due_at", "<=", until),
        ),
      );
      const waiting = left.map((job): JobRecord => ({ ...queuedAgain(job, now), stops: job.stops + 1 }));
      await jobs.replaceAll(session, project, waiting);
      if (run !== null) await admitTasks(session, project, run, now);
    });
  }
}

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
  for (const [project, far] of Map.groupBy(found, (job) => job.project)) {
    const keys = far.map(({ key }) => key);
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
