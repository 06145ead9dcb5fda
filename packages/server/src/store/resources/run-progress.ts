import { type ExperimentRunRecord, experimentJobs } from "../experiment-runs.ts";
import type { JobRecord, JobResult } from "../jobs.ts";
import { experimentRuns } from "../schema/experiment-runs.ts";
import { jobs as jobTable } from "../schema/jobs.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session } from "../session/session.ts";

const runs = new RecordTable(experimentRuns);
const jobs = new RecordTable(jobTable);

type Change = Partial<Omit<ExperimentRunRecord, "id">>;

/** Locks a run until the transaction ends. A transaction locks the run before its jobs, to prevent deadlocks. */
export async function lockRun(
  session: Session,
  project: number,
  id: string | null,
): Promise<ExperimentRunRecord | null> {
  return id === null ? null : runs.lock(session, project, id);
}

/** Counts a job that succeeded. Its result is already stored. */
export function afterSuccess(
  session: Session,
  project: number,
  { run, job, result, now }: JobEnd & { readonly result: JobResult },
): Promise<void> {
  return afterJob(session, project, {
    run,
    job,
    now,
    change: {
      pauseReason: null,
      cost: costAfter(run, result.cost),
      ...(job.kind === experimentJobs.task && {
        doneCount: run.doneCount + 1,
        evaluationCount: run.evaluationCount + (result.jobs?.length ?? 0),
      }),
      ...(job.kind === experimentJobs.evaluation && { evaluatedCount: run.evaluatedCount + 1 }),
    },
  });
}

/** Counts a job that failed and is not retried. */
export function afterFailure(
  session: Session,
  project: number,
  { run, job, cost, now }: JobEnd & { readonly cost: JobResult["cost"] },
): Promise<void> {
  return afterJob(session, project, {
    run,
    job,
    now,
    change: {
      cost: costAfter(run, cost),
      ...(job.kind === experimentJobs.task && { failedCount: run.failedCount + 1 }),
      ...(job.kind === experimentJobs.evaluation && { evaluationFailedCount: run.evaluationFailedCount + 1 }),
    },
  });
}

/** Notes an attempt that is repeated. `reason`: why the run waits; undefined if it does not. */
export async function afterAttempt(
  session: Session,
  project: number,
  run: ExperimentRunRecord,
  { cost, reason }: { readonly cost: JobResult["cost"]; readonly reason?: string | null | undefined },
): Promise<void> {
  if (!cost && reason == null) return;
  await runs.replace(session, project, { ...run, cost: costAfter(run, cost), pauseReason: reason ?? run.pauseReason });
}

interface JobEnd {
  readonly run: ExperimentRunRecord;
  readonly job: JobRecord;
  readonly now: number;
}

async function afterJob(
  session: Session,
  project: number,
  { run, job, change, now }: JobEnd & { readonly change: Change },
): Promise<void> {
  const counted = { ...run, ...change };
  const isExpansion = job.kind === experimentJobs.start;
  const after = isExpansion
    ? { ...counted, isExpanded: true, itemCount: await countTasks(session, project, run.id, allStates) }
    : counted;
  await admitTasks(session, project, after, now);
  await runs.replace(session, project, endIfDone(after, now));
}

/** Makes waiting tasks due, up to the concurrency of the run. */
export async function admitTasks(
  session: Session,
  project: number,
  { id, state, plan }: ExperimentRunRecord,
  now: number,
): Promise<void> {
  if (state !== "RUNNING") return;
  const free = plan.concurrency - (await countTasks(session, project, id, ["queued", "running"]));
  if (free <= 0) return;
  const next = await jobs.all(session, project, (query) =>
    query
      .where("group_id", "=", id)
      .where("kind", "=", experimentJobs.task)
      .where("state", "=", "waiting")
      .orderBy("key")
      .limit(free),
  );
  await jobs.replaceAll(
    session,
    project,
    next.map((job): JobRecord => ({ ...job, state: "queued", dueAt: now })),
  );
}

const allStates = ["waiting", "queued", "running", "done", "failed", "superseded"] as const;

async function countTasks(
  session: Session,
  project: number,
  id: string,
  states: readonly JobRecord["state"][],
): Promise<number> {
  const row = await session.get(
    session.db
      .selectFrom("jobs")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("project_id", "=", project)
      .where("group_id", "=", id)
      .where("kind", "=", experimentJobs.task)
      .where(session.dialect.isIn("state", states)),
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
