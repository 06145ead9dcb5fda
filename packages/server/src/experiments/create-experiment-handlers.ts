import { JobError } from "../jobs/job-error.ts";
import type { JobHandlers } from "../jobs/job-loop.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { experimentJobs } from "../store/experiment-runs.ts";
import { evaluateItem } from "./evaluate-item.ts";
import { expandExperiment, type RunningExperiment } from "./expand-experiment.ts";
import { FailurePolicy } from "./failure-policy.ts";
import { runExperimentTask } from "./run-experiment-task.ts";
import { type CreateWorkContext, workHandler } from "./work-handler.ts";

export function createExperimentHandlers(createContext: CreateWorkContext, now: () => number): JobHandlers {
  const policy = new FailurePolicy(now);
  const needs = "callModel";
  return {
    [experimentJobs.start]: workHandler(createContext, async (context, { groupId }) =>
      expandExperiment(await load(context, groupId), context),
    ),
    [experimentJobs.task]: workHandler(
      createContext,
      async (context, { groupId, payload }, onAnswer) =>
        runExperimentTask(await load(context, groupId), payload, { context, policy, onAnswer }),
      { needs },
    ),
    [experimentJobs.evaluation]: workHandler(
      createContext,
      (context, { payload }) => evaluateItem(payload, context, policy),
      { needs },
    ),
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
