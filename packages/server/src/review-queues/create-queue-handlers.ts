import { JobError, JobPause } from "../jobs/job-error.ts";
import type { JobHandlers } from "../jobs/job-loop.ts";
import type { RequestQuota } from "../quotas/request-quota.ts";
import { RecordError } from "../records/errors.ts";
import { fillJob } from "../store/review-queues.ts";
import type { Store } from "../store/store.ts";
import { fillQueue } from "./fill-queue.ts";

/** Interval between two checks for new records, in milliseconds. */
const fillEveryMs = 30_000;

interface FillContext {
  readonly store: Store;
  readonly quota?: RequestQuota | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Creates the handler of the job that adds matching records to the queues of a project. The job repeats while a queue
 * has a source.
 */
export function createQueueHandlers(
  createContext: (projectId: string, signal: AbortSignal) => Promise<FillContext | null>,
): JobHandlers {
  return {
    async [fillJob]({ projectId }, signal) {
      const context = await createContext(projectId, signal);
      if (context === null) throw new JobError("The project was deleted", { isFinal: true });
      const { store, quota, now } = context;
      const filled = (await store.reviewQueues.all(projectId)).filter(({ source }) => source !== "MANUAL");
      if (filled.length === 0) return {};
      try {
        await quota?.require("Mutation.addToReviewQueue");
      } catch (error) {
        throw error instanceof RecordError ? new JobPause(error.message, { delayMs: fillEveryMs }) : error;
      }
      const errors: unknown[] = [];
      for (const queue of filled) {
        signal.throwIfAborted();
        try {
          // oxlint-disable-next-line no-await-in-loop -- one queue after the other
          await fillQueue(store, projectId, queue, now());
        } catch (error) {
          // Ignores a queue whose conditions cannot be read, for example after an import. The queue gets no records
          // until its conditions are changed.
          if (!(error instanceof RecordError)) errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
      return { repeatAt: now() + fillEveryMs };
    },
  };
}
