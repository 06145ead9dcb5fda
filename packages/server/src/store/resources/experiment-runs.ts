import { type ExperimentRunStore, experimentJobs } from "../experiment-runs.ts";
import { experimentItems, experiments as experimentTable } from "../schema/datasets.ts";
import { experimentRuns } from "../schema/experiment-runs.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { queuedJob } from "./jobs.ts";
import { admitTasks, lockRun } from "./run-progress.ts";

const runs = new RecordTable(experimentRuns);
const experiments = new RecordTable(experimentTable);
const items = new RecordTable(experimentItems);
const jobs = new RecordTable(jobTable);

export function createExperimentRunStore(sessions: Sessions): ExperimentRunStore {
  return {
    start: (projectId, started) =>
      sessions.write(projectId, async (session, project) => {
        await experiments.insertAll(
          session,
          project,
          started.map(({ experiment }) => experiment),
        );
        await runs.insertAll(
          session,
          project,
          started.map(({ run }) => run),
        );
        await jobs.insertAll(
          session,
          project,
          started.map(({ job }) => queuedJob(job)),
        );
      }),

    getMany: (projectId, ids) => sessions.read(projectId, (session, project) => runs.getMany(session, project, ids)),

    cancel: (projectId, id, now) =>
      sessions.write(projectId, async (session, project) => {
        const run = await lockRun(session, project, id);
        if (run === null || run.state !== "RUNNING") return run;
        await setJobs(session, project, id, {
          from: ["queued", "running", "storing", "waiting"],
          to: { state: "waiting", due_at: null, token: null, attempts: 0, stops: 0 },
        });
        const after = { ...run, state: "CANCELED", endedAt: now, pauseReason: null } as const;
        await runs.replace(session, project, after);
        return after;
      }),

    retry: (projectId, id, now) =>
      sessions.write(projectId, async (session, project) => {
        const run = await lockRun(session, project, id);
        if (run === null) return null;
        const isCanceled = run.state === "CANCELED";
        if (!isCanceled && run.failedCount + run.evaluationFailedCount === 0) return run;
        await deleteFailedItems(session, project, id);
        const queued = { state: "queued", due_at: now, attempts: 0, stops: 0, ended_at: null };
        const { start, task, evaluation } = experimentJobs;
        // Sets jobs in the state `from` to `to`, and returns their number. For failed jobs, it can be lower than the
        // number of failures in the run, because old failed jobs may have been deleted. Their failures stay counted.
        const retry = (kinds: readonly string[], from: string, to: typeof queued | typeof waiting): Promise<number> =>
          setJobs(session, project, id, { kinds, from: [from], to });
        const waiting = { ...queued, state: "waiting", due_at: null };
        const failedTasks = await retry([task], "failed", waiting);
        const failedEvaluations = await retry([evaluation], "failed", queued);
        await retry([start], "failed", queued);
        if (isCanceled) await retry([start, evaluation], "waiting", queued);
        else if (failedTasks + failedEvaluations === 0) return run;
        const after = {
          ...run,
          state: "RUNNING",
          endedAt: null,
          pauseReason: null,
          failedCount: run.failedCount - failedTasks,
          evaluationFailedCount: run.evaluationFailedCount - failedEvaluations,
        } as const;
        await admitTasks(session, project, after, now);
        await runs.replace(session, project, after);
        return after;
      }),
  };
}

export async function deleteRun(session: Session, project: number, id: string): Promise<void> {
  if ((await runs.delete(session, project, id)) === null) return;
  await session.run(session.db.deleteFrom("jobs").where("project_id", "=", project).where("group_id", "=", id));
}

/** Changes a run's jobs that are in the given states. Resolves to the number of changed jobs. */
async function setJobs(
  session: Session,
  project: number,
  id: string,
  {
    kinds = Object.values(experimentJobs),
    from,
    to,
  }: {
    readonly kinds?: readonly string[];
    readonly from: readonly string[];
    readonly to: Readonly<Record<string, string | number | null>>;
  },
): Promise<number> {
  return session.run(
    session.db
      .updateTable("jobs")
      .set(to)
      .where("project_id", "=", project)
      .where("group_id", "=", id)
      .where(session.dialect.isIn("kind", kinds))
      .where(session.dialect.isIn("state", from)),
  );
}

/** Deletes the items of failed tasks. These items have no scores. */
async function deleteFailedItems(session: Session, project: number, id: string): Promise<void> {
  const failed = await jobs.all(session, project, (query) =>
    query.where("group_id", "=", id).where("kind", "=", experimentJobs.task).where("state", "=", "failed"),
  );
  await items.deleteMany(
    session,
    project,
    failed.flatMap(({ payload }) => (typeof payload["itemId"] === "string" ? [payload["itemId"]] : [])),
  );
}
