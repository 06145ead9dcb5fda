import type { JsonObject } from "../json/json-value.ts";
import { readVersion } from "../records/dataset-version.ts";
import { badInput } from "../records/errors.ts";
import {
  type ReadExperimentModel,
  type ReadExperimentRun,
  schemaOfPrompt,
  settingsOfPrompt,
  toolsOfPrompt,
} from "../records/experiment-runs.ts";
import { isJsonObject } from "../records/json-values.ts";
import { recordLimits } from "../records/limits.ts";
import type { DatasetRecord } from "../store/datasets.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { ExperimentPlan } from "../store/experiment-runs.ts";
import type { ModelConnectionRecord } from "../store/model-connections.ts";
import type { PromptVersionRecord } from "../store/prompts.ts";
import type { RequestContext } from "./context.ts";
import { getDataset } from "./datasets.ts";
import { notFound } from "./root-fields.ts";

export interface PlannedExperiment {
  readonly name: string;
  readonly connection: ModelConnectionRecord;
  readonly plan: ExperimentPlan;
}

/** Experiments that can be started, with the records that they use. */
export interface PlannedExperiments {
  readonly dataset: DatasetRecord;
  readonly datasetVersion: number;
  readonly itemCount: number;
  readonly evaluators: readonly EvaluatorVersionRecord[];
  readonly experiments: readonly PlannedExperiment[];
}

type Subject = Pick<ExperimentPlan, "defaults" | "messages" | "promptId" | "responseSchema" | "settings" | "tools"> & {
  readonly name: string;
};

/**
 * Plans the experiments of a run: one for each pair of prompt and model. If the run calls a task, there is only one
 * experiment. Throws if a record is missing, or if the experiments exceed a limit.
 */
export async function planExperiments(run: ReadExperimentRun, context: RequestContext): Promise<PlannedExperiments> {
  const { store, project } = context;
  const dataset = await getDataset(run.datasetId, context, "run.datasetId");
  const version = run.datasetVersion;
  const datasetVersion = version === null ? dataset.version : readVersion("run.datasetVersion", dataset, version);
  const selection = { version: datasetVersion, split: run.split ?? undefined };
  const itemCount = await store.datasets.countSelected(project.id, dataset.id, selection);
  const limit = recordLimits.experimentRunItems;
  if (itemCount * run.repeats > limit) {
    throw badInput(
      "run.repeats",
      `${itemCount} items with ${run.repeats} repeats each exceed the limit of ${limit}`,
      limit,
    );
  }
  const evaluators = await getEvaluators(run.evaluatorVersionIds, context);
  const experiments = await pairs(run, context);
  return { dataset, datasetVersion, itemCount, evaluators, experiments };
}

async function pairs(run: ReadExperimentRun, context: RequestContext): Promise<PlannedExperiment[]> {
  const { split, repeats, concurrency, evaluatorVersionIds, taskConnectionId } = run;
  const common = { split, repeats, concurrency, evaluatorVersionIds };
  if (taskConnectionId !== null) {
    const connection = await getConnection("run.taskConnectionId", taskConnectionId, context);
    if (connection.kind !== "task") throw badInput("run.taskConnectionId", "is not a connection of the kind task");
    const none = { messages: [], defaults: {}, settings: {}, tools: [], responseSchema: null, promptId: null };
    const plan = { ...common, ...none, connectionId: connection.id, model: null };
    return [{ name: run.name, connection, plan }];
  }
  const limit = recordLimits.startedExperiments;
  const subjects = await subjectsOf(run, context);
  const count = subjects.length * run.models.length;
  if (count > limit)
    throw badInput("run.models", `would create ${count} experiments; at most ${limit} are allowed`, limit);
  const connections = await Promise.all(run.models.map((model, index) => connectionOf(model, index, context)));
  return subjects.flatMap(({ name, ...subject }) =>
    run.models.map((model, index): PlannedExperiment => {
      const parts = [subjects.length > 1 ? name : "", run.models.length > 1 ? model.model : ""].filter(Boolean);
      const suffix = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
      return {
        name: `${run.name.slice(0, recordLimits.nameLength - suffix.length)}${suffix}`,
        connection: connections[index] as ModelConnectionRecord, // `connections` has one for each model
        plan: {
          ...common,
          ...subject,
          settings: model.settings ?? subject.settings,
          connectionId: model.connectionId,
          model: model.model,
        },
      };
    }),
  );
}

async function subjectsOf(run: ReadExperimentRun, context: RequestContext): Promise<Subject[]> {
  // Tools are JSON objects, which contain JSON schemas.
  const given = { tools: run.tools as readonly JsonObject[] | null, responseSchema: run.responseSchema };
  if (run.messages !== null) {
    const { messages } = run;
    return [{ name: "", promptId: null, messages, defaults: {}, settings: {}, ...given, tools: given.tools ?? [] }];
  }
  const { store, project } = context;
  return Promise.all(
    run.promptIds.map(async (id, index): Promise<Subject> => {
      const version = await store.prompts.getVersion(project.id, id);
      if (!version) throw notFound(`run.promptIds[${index}]`, "prompt version", id);
      const { templateMessages, settings, tools, variablesDefaultValues: defaults } = version;
      const messages = Array.isArray(templateMessages) ? templateMessages.filter(isJsonObject) : [];
      if (messages.length === 0) throw badInput(`run.promptIds[${index}]`, "must be a prompt version with messages");
      return {
        name: await nameOf(version, context),
        promptId: id,
        messages: messages.map(({ uuid: _uuid, ...message }) => message),
        defaults: isJsonObject(defaults) ? defaults : {},
        settings: settingsOfPrompt(settings),
        tools: given.tools ?? toolsOfPrompt(tools),
        responseSchema: given.responseSchema ?? schemaOfPrompt(settings),
      };
    }),
  );
}

async function nameOf({ lineageId, version }: PromptVersionRecord, { loaders }: RequestContext): Promise<string> {
  const lineage = await loaders.promptLineages.load(lineageId);
  return `${lineage?.name ?? lineageId} v${version}`;
}

async function connectionOf(
  { connectionId, model }: ReadExperimentModel,
  index: number,
  context: RequestContext,
): Promise<ModelConnectionRecord> {
  const field = `run.models[${index}]`;
  const connection = await getConnection(`${field}.connectionId`, connectionId, context);
  const { kind, models, name } = connection;
  if (kind === "task")
    throw badInput(`${field}.connectionId`, "must not be a connection of the kind task; use taskConnectionId for it");
  if (models.length === 0 || models.includes(model)) return connection;
  throw badInput(`${field}.model`, `"${model}" is not among the models of the connection "${name}"`);
}

async function getConnection(
  field: string,
  id: string,
  { store, project }: RequestContext,
): Promise<ModelConnectionRecord> {
  const connection = await store.modelConnections.get(project.id, id);
  if (connection === null) throw notFound(field, "model connection", id);
  return connection;
}

async function getEvaluators(
  ids: readonly string[],
  { store, project }: RequestContext,
): Promise<EvaluatorVersionRecord[]> {
  const versions = await store.evaluators.getVersions(project.id, ids);
  return versions.map((version, index) => {
    const field = `run.evaluatorVersionIds[${index}]`;
    if (version === null) throw notFound(field, "evaluator version", ids[index] ?? "");
    if (version.target === "EXPERIMENT_ITEM") return version;
    throw badInput(field, `must have the target EXPERIMENT_ITEM, not ${version.target}`);
  });
}
