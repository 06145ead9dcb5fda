import { JobError, JobPause } from "../jobs/job-error.ts";
import type { JobHandler } from "../jobs/job-loop.ts";
import { RecordError } from "../records/errors.ts";
import type { WorkContext } from "../resolvers/context.ts";
import type { JobResult, TakenJob } from "../store/jobs.ts";

const quotaPauseMs = 60_000;

/** Creates the context of a job; null if its project was deleted. */
export type CreateWorkContext = (projectId: string, signal: AbortSignal) => Promise<WorkContext | null>;

/** Does the work of a job. `leave` is the function that {@link JobHandler} receives. */
export type Work = (context: WorkContext, job: TakenJob["job"], leave: () => void) => Promise<JobResult>;

/**
 * Creates a handler that runs `work` in the context of the job's project. `needs` is the name of a mutation, such as
 * `callModel`. As long as the project's quota would reject this mutation, the job waits.
 */
export function workHandler(
  createContext: CreateWorkContext,
  work: Work,
  { needs }: { readonly needs?: string } = {},
): JobHandler {
  return async ({ projectId, job }, signal, leave) => {
    const context = await createContext(projectId, signal);
    if (context === null) throw new JobError("The project was deleted", { isFinal: true });
    if (needs !== undefined) await requireQuota(context, needs);
    return work(context, job, leave);
  };
}

async function requireQuota({ quota }: WorkContext, mutation: string): Promise<void> {
  try {
    await quota?.require(`Mutation.${mutation}`);
  } catch (error) {
    throw error instanceof RecordError ? new JobPause(error.message, { delayMs: quotaPauseMs }) : error;
  }
}
