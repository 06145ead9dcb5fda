import { JobError } from "../jobs/job-error.ts";
import type { JsonObject } from "../json/json-value.ts";
import { evaluationJob } from "../records/experiment-jobs.ts";
import type { WorkContext } from "../resolvers/context.ts";
import type { ExperimentItemRecord } from "../store/experiments.ts";
import type { JobResult } from "../store/jobs.ts";
import type { RunningExperiment } from "./expand-experiment.ts";
import type { FailurePolicy } from "./failure-policy.ts";
import { readTaskPayload } from "./read-task-payload.ts";
import { runModelTask } from "./run-model-task.ts";
import { runRemoteTask } from "./run-remote-task.ts";

interface TaskEnvironment {
  readonly context: WorkContext;
  readonly policy: FailurePolicy;
  readonly onAnswer: () => void;
}

/**
 * Runs the task of a dataset item. The resulting experiment item and the jobs that evaluate it are stored together.
 * `onAnswer` is called once the call has succeeded, before anything is stored.
 */
export async function runExperimentTask(
  { experiment, run }: RunningExperiment,
  payload: JsonObject,
  { context, policy, onAnswer }: TaskEnvironment,
): Promise<JobResult> {
  const task = readTaskPayload(payload);
  const { datasetItemId, repeat, itemId } = task;
  const { store, project, now } = context;
  const version = experiment.datasetVersion ?? undefined;
  const datasetItem = await store.datasets.getItem(project.id, datasetItemId, version);
  if (datasetItem === null) throw new JobError("The dataset item was deleted", { isFinal: true });
  const { plan } = run;
  const given = { experiment, run, task, datasetItem };
  const { output, stepId, cost, failure } = await (plan.model === null
    ? runRemoteTask(given, context, onAnswer)
    : runModelTask(given, plan.model, { context, onAnswer }));
  context.signal?.throwIfAborted();
  const item: ExperimentItemRecord = {
    id: itemId,
    createdAt: now(),
    datasetExperimentId: experiment.id,
    datasetItemId,
    experimentRunId: stepId,
    input: datasetItem.input,
    output,
  };
  const call = { connection: `${project.id} ${plan.connectionId}`, item: `${project.id} ${itemId}` };
  if (failure !== null) throw policy.errorOf({ ...call, failure, result: { cost, experimentItems: [item] } });
  policy.succeeded(call);
  return {
    cost,
    experimentItems: [item],
    jobs: plan.evaluatorVersionIds.map((versionId) =>
      evaluationJob(experiment.id, { datasetItemId, repeat, itemId, versionId }, now()),
    ),
  };
}
