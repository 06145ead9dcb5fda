import { experimentJobs, type ExperimentPlan, type StartedExperiment } from "../experiment-runs.ts";
import type { NewJob } from "../jobs.ts";

export const plan: ExperimentPlan = {
  split: null,
  repeats: 1,
  concurrency: 2,
  connectionId: "c",
  model: "m",
  promptId: null,
  messages: [{ role: "user", content: "{{a}}" }],
  defaults: {},
  settings: { temperature: 0 },
  tools: [],
  responseSchema: null,
  evaluatorVersionIds: ["v"],
};

export function experimentJob(kind: string, id: string, dueAt: number | null, groupId = "e"): NewJob {
  return { id, createdAt: 1, kind, groupId, payload: { itemId: `item ${id}` }, dueAt, maxAttempts: 2 };
}

/** Returns an experiment to pass to `ExperimentRunStore.start`. `content` is the content of its prompt message. */
export function startedExperiment(id: string, content = "{{a}}"): StartedExperiment {
  const run = {
    id,
    createdAt: 1,
    state: "RUNNING",
    endedAt: null,
    pauseReason: null,
    plan: { ...plan, messages: [{ role: "user", content }] },
    itemCount: 3,
    isExpanded: false,
    doneCount: 0,
    failedCount: 0,
    evaluationCount: 0,
    evaluatedCount: 0,
    evaluationFailedCount: 0,
    cost: null,
  } as const;
  const experiment = {
    id,
    createdAt: 1,
    name: "n",
    datasetId: null,
    datasetVersion: null,
    promptExperimentId: null,
    promptId: null,
    params: null,
  };
  return { experiment, run, job: experimentJob(experimentJobs.start, `start ${id}`, 1, id) };
}
