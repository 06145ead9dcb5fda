import { taskJob } from "../records/experiment-jobs.ts";
import type { ExperimentRunRecord } from "../store/experiment-runs.ts";
import type { ExperimentRecord } from "../store/experiments.ts";
import type { JobResult } from "../store/jobs.ts";
import type { WorkContext } from "../resolvers/context.ts";

const batchSize = 1_000;

export interface RunningExperiment {
  readonly experiment: ExperimentRecord;
  readonly run: ExperimentRunRecord;
}

/**
 * Adds a job for each item of an experiment. Can be called again after a crash, because the ids of the jobs are derived
 * from the items.
 */
export async function expandExperiment(
  { experiment, run }: RunningExperiment,
  { store, project, now, signal }: Pick<WorkContext, "now" | "project" | "signal" | "store">,
): Promise<JobResult> {
  const { id, datasetId, datasetVersion } = experiment;
  const { split, repeats } = run.plan;
  const selection = { version: datasetVersion ?? undefined, split: split ?? undefined };
  const ids = datasetId === null ? [] : await store.datasets.itemIds(project.id, datasetId, selection);
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (let start = 0; start < ids.length; start += batchSize) {
      signal?.throwIfAborted();
      const batch = ids.slice(start, start + batchSize);
      // oxlint-disable-next-line no-await-in-loop -- one batch after the other, so that others can write in between
      await store.jobs.add(
        project.id,
        batch.map((datasetItemId) => taskJob(id, { datasetItemId, repeat }, now())),
      );
    }
  }
  return {};
}
