import type { JsonObject } from "../json/json-value.ts";
import { startJob } from "../records/experiment-jobs.ts";
import { readExperimentRun } from "../records/experiment-runs.ts";
import { readPageWindow } from "../records/page-window.ts";
import { experimentJobs, type ExperimentPlan, type StartedExperiment } from "../store/experiment-runs.ts";
import type { ExperimentRecord } from "../store/experiments.ts";
import type { JobRecord } from "../store/jobs.ts";
import { creationIn } from "./creation.ts";
import type { RequestContext } from "./context.ts";
import { estimateExperiments } from "./estimate-experiments.ts";
import { planExperiments, type PlannedExperiments } from "./plan-experiments.ts";
import type { ExperimentRunResolvers, MutationResolvers, QueryResolvers, ResolversTypes } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

type Failure = Awaited<ResolversTypes["ExperimentRunFailure"]>;

export const experimentRunQueries: QueryResolvers = {
  async experimentEstimate(_parent, { run }, context) {
    return estimateExperiments(await planExperiments(readExperimentRun(run), context), context);
  },
};

export const experimentRunMutations: MutationResolvers = {
  async startExperiments(_parent, { run }, context) {
    const planned = await planExperiments(readExperimentRun(run), context);
    const started = planned.experiments.map((_, index) => toStarted(planned, index, context));
    await context.store.experimentRuns.start(context.project.id, started);
    return started.map(({ experiment }) => experiment);
  },

  async cancelExperimentRun(_parent, { id }, context) {
    const { store, project, now } = context;
    if ((await store.experimentRuns.cancel(project.id, id, now())) === null) throw notFound("id", "experiment run", id);
    return getExperiment(id, context);
  },

  async retryExperimentRun(_parent, { id }, context) {
    const { store, project, now } = context;
    if ((await store.experimentRuns.retry(project.id, id, now())) === null) throw notFound("id", "experiment run", id);
    return getExperiment(id, context);
  },
};

export const ExperimentRun: ExperimentRunResolvers = {
  state({ state, pauseReason, doneCount, failedCount }) {
    if (state !== "RUNNING") return state;
    if (pauseReason !== null) return "PAUSED";
    return doneCount + failedCount > 0 ? "RUNNING" : "QUEUED";
  },
  startedAt: ({ createdAt }) => createdAt,
  split: ({ plan }) => plan.split,
  connectionId: ({ plan }) => plan.connectionId,
  model: ({ plan }) => plan.model,
  evaluatorVersionIds: ({ plan }) => [...plan.evaluatorVersionIds],
  repeats: ({ plan }) => plan.repeats,
  concurrency: ({ plan }) => plan.concurrency,
  async failures({ id }, args, { store, project }) {
    const kinds = [experimentJobs.task, experimentJobs.evaluation];
    const failed = await store.jobs.list(project.id, { state: "failed", groupId: id, kinds, ...readPageWindow(args) });
    return failed.map(toFailure);
  },
};

function toStarted(planned: PlannedExperiments, index: number, context: RequestContext): StartedExperiment {
  const { dataset, datasetVersion, itemCount, experiments } = planned;
  const planOf = experiments[index];
  if (planOf === undefined) throw new RangeError("The plan of an experiment is missing");
  const { name, plan, connection } = planOf;
  const { id, createdAt } = creationIn(context);
  const experiment: ExperimentRecord = {
    id,
    createdAt,
    name,
    datasetId: dataset.id,
    datasetVersion,
    promptExperimentId: null,
    promptId: plan.promptId,
    params: paramsOf(plan, connection.name),
  };
  const run = {
    id,
    createdAt,
    state: "RUNNING",
    endedAt: null,
    pauseReason: null,
    plan,
    itemCount: itemCount * plan.repeats,
    isExpanded: false,
    doneCount: 0,
    failedCount: 0,
    evaluationCount: 0,
    evaluatedCount: 0,
    evaluationFailedCount: 0,
    cost: null,
  } as const;
  return { experiment, run, job: startJob(id, createdAt) };
}

function paramsOf({ model, settings, repeats, split }: ExperimentPlan, connection: string): JsonObject {
  return { connection, ...(model !== null && { model }), ...settings, repeats, ...(split !== null && { split }) };
}

async function getExperiment(id: string, { store, project }: RequestContext): Promise<ExperimentRecord> {
  const experiment = await store.experiments.get(project.id, id);
  if (experiment === null) throw notFound("id", "experiment", id);
  return experiment;
}

function toFailure({ payload, kind, failure, attempts, endedAt, createdAt }: JobRecord): Failure {
  const { datasetItemId, repeat, itemId, versionId } = payload;
  return {
    datasetItemId: String(datasetItemId),
    repeat: Number(repeat),
    experimentItemId: typeof itemId === "string" ? itemId : null,
    evaluatorVersionId: kind === experimentJobs.task ? null : String(versionId),
    message: failure ?? "",
    attempts,
    failedAt: endedAt ?? createdAt,
  };
}
