import { createHash } from "node:crypto";
import { experimentJobs } from "../store/experiment-runs.ts";
import type { NewJob } from "../store/jobs.ts";
import { deriveId } from "./ids.ts";

/**
 * Maximum number of attempts of a job that runs a task or an evaluator. A job that starts an experiment gets more
 * (`maxStarts`), because it only uses the store, and so fails only temporarily.
 */
const maxAttempts = 5;
const maxStarts = 20;

/** One repetition of an experiment's task on one dataset item. */
export interface TaskOfItem {
  readonly datasetItemId: string;
  readonly repeat: number;
}

export function startJob(experimentId: string, now: number): NewJob {
  const kind = experimentJobs.start;
  const id = deriveId([kind, experimentId]);
  return { id, createdAt: now, kind, groupId: experimentId, payload: {}, dueAt: now, maxAttempts: maxStarts };
}

/**
 * Creates the job that runs a task. The job is not due until the experiment has a free slot among its concurrent tasks.
 */
export function taskJob(experimentId: string, { datasetItemId, repeat }: TaskOfItem, now: number): NewJob {
  const kind = experimentJobs.task;
  const itemId = experimentItemId(experimentId, { datasetItemId, repeat });
  return {
    id: deriveId([kind, itemId]),
    createdAt: now,
    kind,
    groupId: experimentId,
    payload: { datasetItemId, repeat, itemId },
    dueAt: null,
    maxAttempts,
  };
}

export function evaluationJob(
  experimentId: string,
  { itemId, versionId, ...task }: TaskOfItem & { readonly itemId: string; readonly versionId: string },
  now: number,
): NewJob {
  const kind = experimentJobs.evaluation;
  return {
    id: deriveId([kind, itemId, versionId]),
    createdAt: now,
    kind,
    groupId: experimentId,
    payload: { ...task, itemId, versionId },
    dueAt: now,
    maxAttempts,
  };
}

/** Returns the id of an experiment item, as the SDK derives it when it runs an experiment. */
function experimentItemId(experimentId: string, { datasetItemId, repeat }: TaskOfItem): string {
  const hash = createHash("sha256").update(datasetItemId).digest("hex").slice(0, 32);
  return `${experimentId}-${hash}-${repeat}`;
}
