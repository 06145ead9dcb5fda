import { type ExperimentRunRecord, experimentJobs } from "../experiment-runs.ts";
import type { JobRecord, JobResult } from "../jobs.ts";
import { experiments as experimentTable } from "../schema/datasets.ts";
import { experimentRuns } from "../schema/experiment-runs.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";
import { publishEvent } from "./publish-event.ts";

const runs = new RecordTable(experimentRuns);
const jobs = new RecordTable(jobTable);
const experiments = new RecordTable(experimentTable);
const queries = new CompiledQueries();

type Change = Partial<Omit<ExperimentRunRecord, "id">>;
type CountName = "doneCount" | "evaluatedCount" | "evaluationFailedCount" | "failedCount";

/** Locks a run until the transaction ends. A transaction locks the run before its jobs, to prevent deadlocks. */
export async function lockRun(
  session: Session,
  project: number,
  id: string | null,
): Promise<ExperimentRunRecord | null> {
  return id === null ? null : runs.lock(session, project, id);
}

const counts: Readonly<Record<string, { readonly done: CountName; readonly failed: CountName }>> = {
  [experimentJobs.task]: { done: "doneCount", failed: "failedCount" },
  [experimentJobs.evaluation]: { done: "evaluatedCount", failed: "evaluationFailedCount" },
};

/** Counts a job that succeeded. Its result is already stored. */
export async function afterSuccess(
  session: Session,
  project: number,
  { run, job, result, now }: JobEnd & { readonly result: JobResult },
): Promise<void> {
  const isTask = job.kind === experimentJobs.task;
  const isStart = job.kind === experimentJobs.start;
  await afterJob(session, project, {
    run,
    now,
    change: {
      pauseReason: null,
      cost: costAfter(run, result.cost),
      ...counted(run, counts[job.kind]?.done),
      ...(isTask && { evaluationCount: run.evaluationCount + (result.jobs?.length ?? 0) }),
      ...(isStart && { isExpanded: true, itemCount: await countTasks(session, project, run.id) }),
    },
  });
}

export function afterFailure(
  session: Session,
  project: number,
  { run, job, cost, now }: JobEnd & { readonly cost: JobResult["cost"] },
): Promise<void> {
  return afterJob(session, project, {
    run,
    now,
    change: {
      cost: costAfter(run, cost),
      ...counted(run, counts[job.kind]?.failed),
      // The start job adds all other jobs of the run. If the start job fails, no job is left that could end the run. So
      // the run is canceled here. A canceled run can be retried.
      ...(job.kind === experimentJobs.start && { state: "CANCELED", endedAt: now, pauseReason: job.failure }),
    },
  });
}

/** Updates a run after an attempt that will be repeated. Without a `reason`, the pause reason stays. */
export async function afterAttempt(
  session: Session,
  project: number,
  run: ExperimentRunRecord,
  {
    cost,
    reason,
    now,
  }: { readonly cost: JobResult["cost"]; readonly reason?: string | null | undefined; readonly now: number },
): Promise<void> {
  // A task that was in the state `storing` is in the state `waiting` now, so it has to be admitted again.
  await admitTasks(session, project, run, now);
  if (!cost && reason == null) return;
  await runs.replace(session, project, { ...run, cost: costAfter(run, cost), pauseReason: reason ?? run.pauseReason });
}

interface JobEnd {
  readonly run: ExperimentRunRecord;
  readonly job: JobRecord;
  readonly now: number;
}

function counted(run: ExperimentRunRecord, name: CountName | undefined): Change {
  return name === undefined ? {} : { [name]: run[name] + 1 };
}

async function afterJob(
  session: Session,
  project: number,
  { run, change, now }: Omit<JobEnd, "job"> & { readonly change: Change },
): Promise<void> {
  const after = { ...run, ...change };
  await admitTasks(session, project, after, now);
  const ended = endIfDone(after, now);
  await runs.replace(session, project, ended);
  if (ended.state !== run.state) await publishEnd(session, project, ended, now);
}

async function publishEnd(
  session: Session,
  project: number,
  { id, itemCount, doneCount, failedCount, cost }: ExperimentRunRecord,
  at: number,
): Promise<void> {
  const experiment = await experiments.get(session, project, id);
  if (experiment === null) return;
  const data = { experimentId: id, name: experiment.name, itemCount, doneCount, failedCount, cost };
  await publishEvent(session, project, { kind: "EXPERIMENT_FINISHED", subjectId: id, at, data });
}

/**
 * Queues the next waiting tasks of a run, until as many tasks are queued or running as the concurrency of the run
 * allows. A task that waits after a failure keeps its delay. Resolves to the queued jobs.
 */
export async function admitTasks(
  session: Session,
  project: number,
  { id, state, plan }: ExperimentRunRecord,
  now: number,
): Promise<readonly JobRecord[]> {
  if (state !== "RUNNING") return [];
  const free = plan.concurrency - (await countTasks(session, project, id, ["queued", "running"]));
  if (free <= 0) return [];
  const next = await jobs.all(session, project, (query) =>
    query
      .where("group_id", "=", id)
      .where("kind", "=", experimentJobs.task)
      .where("state", "=", "waiting")
      .orderBy("key")
      .limit(free),
  );
  const admitted = next.map((job): JobRecord => ({ ...job, state: "queued", dueAt: Math.max(now, job.dueAt ?? 0) }));
  await jobs.replaceAll(session, project, admitted);
  return admitted;
}

async function countTasks(
  session: Session,
  project: number,
  id: string,
  states?: readonly JobRecord["state"][],
): Promise<number> {
  const { dialect } = session;
  const query = () => {
    const all = session.db
      .selectFrom("jobs")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("project_id", "=", project)
      .where("group_id", "=", id)
      .where("kind", "=", experimentJobs.task);
    return states === undefined ? all : all.where(dialect.isIn("state", states));
  };
  const values = [project, id, experimentJobs.task];
  const row = await session.get(
    states === undefined
      ? queries.of(session, "countAll", query, values)
      : queries.of(session, "count", query, [...values, dialect.toList(states)]),
  );
  return row?.count ?? 0;
}

function endIfDone(run: ExperimentRunRecord, now: number): ExperimentRunRecord {
  const { state, isExpanded, itemCount, doneCount, failedCount } = run;
  const { evaluationCount, evaluatedCount, evaluationFailedCount } = run;
  const isDone =
    isExpanded && doneCount + failedCount >= itemCount && evaluatedCount + evaluationFailedCount >= evaluationCount;
  return state === "RUNNING" && isDone ? { ...run, state: "DONE", endedAt: now, pauseReason: null } : run;
}

function costAfter({ cost }: ExperimentRunRecord, added: JobResult["cost"]): number | null {
  return added == null ? cost : (cost ?? 0) + added;
}
