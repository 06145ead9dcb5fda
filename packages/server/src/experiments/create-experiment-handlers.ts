import { JobError, JobPause } from "../jobs/job-error.ts";
import type { JobHandler, JobHandlers } from "../jobs/job-loop.ts";
import { RecordError } from "../records/errors.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { experimentJobs } from "../store/experiment-runs.ts";
import type { JobResult, TakenJob } from "../store/jobs.ts";
import { evaluateItem } from "./evaluate-item.ts";
import { expandExperiment, type RunningExperiment } from "./expand-experiment.ts";
import { FailurePolicy } from "./failure-policy.ts";
import { runExperimentTask } from "./run-experiment-task.ts";

const quotaPauseMs = 60_000;

/** Creates the context of a job; null if its project was deleted. */
export type CreateWorkContext = (projectId: string, signal: AbortSignal) => Promise<WorkContext | null>;

/** The jobs of experiments that the service runs. */
export function createExperimentHandlers(createContext: CreateWorkContext): JobHandlers {
  const policy = new FailurePolicy();
  const handler =
    (
      work: (context: WorkContext, taken: TakenJob, signal: AbortSignal, leave: () => void) => Promise<JobResult>,
    ): JobHandler =>
    async (taken, signal, leave) => {
      const context = await createContext(taken.projectId, signal);
      if (context === null) throw new JobError("The project was deleted", { isFinal: true });
      return work(context, taken, signal, leave);
    };
  return {
    [experimentJobs.start]: handler(async (context, { job }, signal) =>
      expandExperiment(await load(context, job.groupId), context, signal),
    ),
    [experimentJobs.task]: handler(async (context, { job }, _signal, leave) => {
      await requireQuota(context);
      const running = await load(context, job.groupId);
      return runExperimentTask(running, job.payload, { context, policy, onAnswer: leave });
    }),
    [experimentJobs.evaluation]: handler(async (context, { job }) => {
      await requireQuota(context);
      return evaluateItem(job.payload, context, policy);
    }),
  };
}

async function load({ store, project }: WorkContext, id: string | null): Promise<RunningExperiment> {
  const [[run = null], experiment] = await Promise.all([
    store.experimentRuns.getMany(project.id, [id ?? ""]),
    store.experiments.get(project.id, id ?? ""),
  ]);
  if (run === null || experiment === null) throw new JobError("The experiment was deleted", { isFinal: true });
  return { run, experiment };
}

/** Waits while the project has reached its quota. */
async function requireQuota({ quota }: WorkContext): Promise<void> {
  try {
    await quota?.require("Mutation.callModel");
  } catch (error) {
    throw error instanceof RecordError ? new JobPause(error.message, { delayMs: quotaPauseMs }) : error;
  }
}
