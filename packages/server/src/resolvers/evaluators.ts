import { checkExpectedOutput } from "../records/expected-outputs.ts";
import { builtInScorers, type JudgeTemplate, judgeTemplates } from "@threadline/evaluation";
import type { EvaluatorVersionInput } from "@threadline/schema/server";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import { findDefinitionProblem } from "../evaluators/find-definition-problem.ts";
import { readDrift } from "../evaluators/read-drift.ts";
import { hasEmbeddingModels, noEmbeddingModels } from "../models/open-model.ts";
import { badInput } from "../records/errors.ts";
import {
  callsModel,
  definitionField,
  type EvaluatorContent,
  readEmbeddingModel,
  readEvaluatorInfo,
  readEvaluatorVersion,
} from "../records/evaluators.ts";
import { isJsonObject } from "../records/json-values.ts";
import { recordLimits } from "../records/limits.ts";
import { readPageWindow } from "../records/page-window.ts";
import type { ModelConnectionRecord } from "../store/model-connections.ts";
import type { BuiltInRecord, CodeRecord, JudgeRecord } from "../store/evaluators.ts";
import { creationIn } from "./creation.ts";
import type { RequestContext } from "./context.ts";
import type {
  EvaluatorResolvers,
  EvaluatorVersionResolvers,
  MutationResolvers,
  QueryResolvers,
} from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

const defaultRecentScores = 5;

export const evaluatorQueries: QueryResolvers = {
  async evaluators(_parent, { includesArchived }, { store, project }) {
    const evaluators = await store.evaluators.all(project.id);
    return includesArchived === true ? evaluators : evaluators.filter(({ archivedAt }) => archivedAt === null);
  },
  evaluator(_parent, { id, name }, { store, project }) {
    if ((id == null) === (name == null)) throw badInput("id", "exactly one of id and name is required");
    return id == null ? store.evaluators.findByName(project.id, name ?? "") : store.evaluators.get(project.id, id);
  },
  evaluatorCatalog: () => ({
    scorers: [...builtInScorers.values()].map(({ name, description, options }) => {
      const schema = options as unknown as JsonObject; // `options` is a JSON schema
      return {
        name,
        description,
        options: callsModel(name) ? { ...schema, required: ["connectionId", "model"] } : schema,
      };
    }),
    judges: judgeTemplates.map(toCatalog),
  }),
  evaluatorVersion: (_parent, { id }, { loaders }) => loaders.evaluatorVersions.load(id),
};

export const evaluatorMutations: MutationResolvers = {
  async createEvaluator(_parent, { evaluator, version }, context) {
    const info = readEvaluatorInfo(evaluator);
    const content = await readContent(version, context);
    const creation = creationIn(context);
    const archivedAt = evaluator.isArchived === true ? creation.createdAt : null;
    return context.store.evaluators.create(
      context.project.id,
      { ...creation, updatedAt: creation.createdAt, archivedAt, ...info },
      { ...creationIn(context), ...content },
      recordLimits.evaluators,
    );
  },
  async updateEvaluator(_parent, { id, evaluator }, { store, project, now }) {
    const info = readEvaluatorInfo(evaluator);
    const before = await store.evaluators.get(project.id, id);
    if (!before) throw notFound("id", "evaluator", id);
    const updatedAt = Math.max(now(), before.updatedAt);
    const archivedAt = evaluator.isArchived === true ? (before.archivedAt ?? updatedAt) : null;
    const updated = await store.evaluators.update(project.id, id, { ...info, archivedAt, updatedAt });
    if (!updated) throw notFound("id", "evaluator", id);
    return updated;
  },
  async createEvaluatorVersion(_parent, { evaluatorId, version, basedOn }, context) {
    const content = await readContent(version, context);
    const created = await context.store.evaluators.addVersion(
      context.project.id,
      { ...creationIn(context), evaluatorId, ...content },
      recordLimits.evaluatorVersions,
      basedOn ?? undefined,
    );
    if (!created) throw notFound("evaluatorId", "evaluator", evaluatorId);
    return created;
  },
  deleteEvaluator: (_parent, { id }, { store, project }) => store.evaluators.delete(project.id, id),
};

export const Evaluator: EvaluatorResolvers = {
  async latestVersion({ latestVersionId }, _args, { loaders }) {
    const version = await loaders.evaluatorVersions.load(latestVersionId);
    if (!version) throw notFound("latestVersion", "evaluator version", latestVersionId);
    return version;
  },
  versions: ({ id }, args, { store, project }) => store.evaluators.newestVersions(project.id, id, readPageWindow(args)),
  recentScores: ({ id }, { first }, { loaders }) =>
    loaders.scoresOfEvaluator.load({ id, first: readPageWindow({ first: first ?? defaultRecentScores }).first }),
};

export const EvaluatorVersion: EvaluatorVersionResolvers = {
  judge({ kind, definition }) {
    if (kind !== "LLM") return null;
    const { messages, inputs, labels, examples = [], ...judge } = definition as JudgeRecord;
    const lists = { messages: [...messages], inputs: [...inputs], examples: [...examples] };
    return { ...judge, ...lists, labels: labels && [...labels] };
  },
  code: ({ kind, definition }) => (kind === "CODE" ? (definition as CodeRecord) : null),
  drift: (version, _args, { store, project, now }) => readDrift(store, project.id, { version, now: now() }),
  measured: (version, _args, { loaders }) => (version.kind === "LLM" ? loaders.measuredStates.load(version) : null),
  builtIn: ({ kind, definition }) => (kind === "BUILT_IN" ? (definition as BuiltInRecord) : null),
};

function toCatalog({ name, title, description, definition: { messages, inputs, answer } }: JudgeTemplate) {
  const isLabel = answer.kind === "label";
  return {
    name,
    title,
    description,
    messages: [...messages],
    inputs: Object.entries(inputs).map(([variable, path]) => ({ name: variable, path })),
    labels: isLabel ? [...answer.labels] : null,
    minimum: isLabel ? null : answer.minimum,
    maximum: isLabel ? null : answer.maximum,
  };
}

/** Reads the content of a version. Also checks the records that it refers to, and the code that it contains. */
export async function readContent(input: EvaluatorVersionInput, context: RequestContext): Promise<EvaluatorContent> {
  const { judge } = input;
  const promptId = input.kind === "LLM" ? judge?.promptId : null;
  if (promptId != null && judge?.messages != null) {
    throw badInput(
      "version.judge.messages",
      "cannot be combined with promptId, because the prompt version already has messages",
    );
  }
  const messages = promptId == null ? null : await promptMessages(promptId, context);
  if (input.kind === "LLM" && judge) await checkConnection(judge, "version.judge", context);
  const content = readEvaluatorVersion(input, messages);
  checkExpectedOutput(content);
  const { scorer, options } = content.definition as BuiltInRecord;
  if (content.kind === "BUILT_IN" && callsModel(scorer)) {
    const field = "version.builtIn.options";
    const connection = await checkConnection(readEmbeddingModel(options, field), field, context);
    if (!hasEmbeddingModels(connection)) throw badInput(`${field}.connectionId`, noEmbeddingModels(connection));
  }
  const problem = await findDefinitionProblem(content, context.code);
  if (problem !== null) throw badInput(definitionField(content.kind), problem);
  return content;
}

async function promptMessages(id: string, { store, project }: RequestContext): Promise<JsonObject[]> {
  const version = await store.prompts.getVersion(project.id, id);
  if (!version) throw notFound("version.judge.promptId", "prompt version", id);
  const { templateMessages } = version;
  return Array.isArray(templateMessages) ? templateMessages.filter((message: JsonValue) => isJsonObject(message)) : [];
}

async function checkConnection(
  { connectionId, model }: Pick<JudgeRecord, "connectionId" | "model">,
  field: string,
  context: RequestContext,
): Promise<ModelConnectionRecord> {
  const { store, project } = context;
  const connection = await store.modelConnections.get(project.id, connectionId);
  if (!connection) throw notFound(`${field}.connectionId`, "model connection", connectionId);
  const { models, name } = connection;
  if (models.length === 0 || models.includes(model.trim())) return connection;
  throw badInput(`${field}.model`, `"${model}" is not among the models of the connection "${name}"`);
}
