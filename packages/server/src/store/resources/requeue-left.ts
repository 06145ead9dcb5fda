import { experimentJobs } from "../experiment-runs.ts";
import type { JobRecord } from "../jobs.ts";
import { jobs as table } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Sessions } from "../session/session.ts";
import { admitTasks, lockRun } from "./run-progress.ts";

const jobs = new RecordTable(table);

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
