import {
  CREATE_PROMPT_LINEAGE,
  CREATE_PROMPT_VARIANT,
  DELETE_PROMPT_LINEAGE,
  GET_OR_CREATE_PROMPT,
  GET_PROMPT,
  GET_PROMPT_AB_TESTING,
  GET_PROMPT_BY_ID,
  GET_PROMPT_LINEAGE_BY_NAME,
  GET_PROMPT_LINEAGES,
  type GetPromptQuery,
  SET_PROMPT_LABEL,
  UPDATE_PROMPT_AB_TESTING,
} from "../documents/generated/documents.ts";
import type { Document } from "../documents/document.ts";
import { ConfigError, GraphQLRequestError, ThreadlineError } from "../errors.ts";
import type { Prompt } from "../prompt.ts";
import type { Recorder } from "../recorder.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { IGenerationMessage, ITool } from "../types/generations.ts";
import type { JsonObject, Maybe } from "../types/json.ts";
import type { ListOperation, QueryArguments } from "../types/lists.ts";
import type { IPromptRollout, PromptLineage } from "../types/prompts.ts";
import { found } from "./found.ts";
import { listOperation, toPage } from "./lists.ts";
import { PromptCache } from "./prompt-cache.ts";
import { toPrompt } from "./to-prompt.ts";

export interface RolloutUpdate {
  ok: boolean;
  message: string | null;
  errorCode: string | null;
}

/** Options of `getOrCreatePrompt`. If the version already exists, `versionDesc` and `createdAt` have no effect. */
export interface NewPromptOptions extends CallOptions {
  /** Description of the change. */
  versionDesc?: string | undefined;
  /** Creation time, as ISO 8601, for imports. Default: now. */
  createdAt?: string | undefined;
}

/** Operations on prompts. A prompt is a template with versions. */
export interface PromptOperations {
  /**
   * Returns the prompt with this name, without its versions. Creates the prompt if it does not exist. If the request
   * fails, passes the error to `onError` and returns null.
   */
  createPromptLineage(name: string, description?: string, options?: CallOptions): Promise<PromptLineage | null>;
  /** Returns a page of prompts, newest first. */
  getPromptLineages: ListOperation<QueryArguments, PromptLineage>;
  /** Returns the prompt with this name, without its versions. Null if there is none. */
  getPromptLineageByName(name: string, options?: CallOptions): Promise<PromptLineage | null>;
  /** @deprecated Use `getOrCreatePrompt`. */
  createPrompt(
    name: string,
    templateMessages: readonly IGenerationMessage[],
    settings?: Maybe<JsonObject>,
    tools?: Maybe<readonly ITool[] | JsonObject>,
    options?: CallOptions,
  ): Promise<Prompt>;
  /**
   * Returns the version with exactly this content (name, messages, settings and tools), and creates it if it does not
   * exist.
   */
  getOrCreatePrompt(
    name: string,
    templateMessages: readonly IGenerationMessage[],
    settings?: Maybe<JsonObject>,
    tools?: Maybe<readonly ITool[] | JsonObject>,
    options?: NewPromptOptions,
  ): Promise<Prompt>;
  /**
   * Stores prompt content as a variant to test in an experiment, without creating a version. Returns the id of the
   * variant, for `createExperiment`.
   */
  createPromptVariant(
    name: string,
    templateMessages: readonly IGenerationMessage[],
    settings?: Maybe<JsonObject>,
    tools?: Maybe<readonly ITool[] | JsonObject>,
    options?: CallOptions,
  ): Promise<string | undefined>;
  /** Returns a prompt version by id; null when not found. Uses the cache like {@link PromptOperations.getPrompt}. */
  getPromptById(id: string, options?: CallOptions): Promise<Prompt | null>;
  /**
   * Returns a version of a prompt, by number or by label; null when not found. The label `latest` names the newest
   * version. Without `version`, the service selects a version by the rollout weights.
   *
   * The client caches the result. If a later call for the same version fails or takes longer than a second, that call
   * returns the cached result. Without a cached result, a failed call throws.
   */
  getPrompt(name: string, version?: number | { label: string }, options?: CallOptions): Promise<Prompt | null>;
  /**
   * Moves a label of a prompt, such as `production`, to a version. Creates the label if the prompt does not have it. A
   * null version removes the label. Returns the prompt with all its labels.
   */
  setPromptLabel(name: string, label: string, version: number | null, options?: CallOptions): Promise<PromptLineage>;
  /** Deletes a prompt with its versions, rollouts and labels; returns the deleted prompt. */
  deletePromptLineage(id: string, options?: CallOptions): Promise<PromptLineage>;
  /**
   * Runs a GraphQL document of your own, and returns the prompt version in its root field `promptVersion`. Null if the
   * field is null.
   */
  getPromptWithQuery(query: string, variables: JsonObject, options?: CallOptions): Promise<Prompt | null>;
  /** Returns the rollout weights of a prompt's versions; null when the prompt is not found. */
  getPromptAbTesting(name: string, options?: CallOptions): Promise<IPromptRollout[] | null>;
  /** Replaces all rollout weights of a prompt. Weights are relative to each other. */
  updatePromptAbTesting(
    name: string,
    rollouts: readonly IPromptRollout[],
    options?: CallOptions,
  ): Promise<RolloutUpdate>;
}

/** Timeout of the request for a prompt that has a cached copy, in milliseconds. */
const CACHED_TIMEOUT_MS = 1000;

export function createPromptOperations(client: Recorder, transport: Transport): PromptOperations {
  const cache = new PromptCache();

  /**
   * Fetches a prompt, and returns the cached copy when that fails. If the caller aborted the call, the error is
   * rethrown.
   */
  async function withCache(key: string, options: CallOptions, fetch: (options: CallOptions) => Promise<Prompt | null>) {
    const cached = cache.get(key);
    const timeoutMs = options.timeoutMs ?? (cached && CACHED_TIMEOUT_MS);
    try {
      const prompt = await fetch({ ...options, timeoutMs });
      cache.set(key, prompt);
      return prompt;
    } catch (error) {
      if (cached === undefined || !(error instanceof ThreadlineError)) throw error;
      client.onError(error);
      return cached;
    }
  }

  async function fetchPrompt<Variables extends object>(
    document: Document<GetPromptQuery, Variables>,
    variables: Variables,
    options?: CallOptions,
  ) {
    const { promptVersion } = await transport.graphql(document, variables, options);
    return promptVersion ? toPrompt(client, promptVersion) : null;
  }

  async function getOrCreateLineage(name: string, description: string | undefined, options?: CallOptions) {
    const data = await transport.graphql(CREATE_PROMPT_LINEAGE, { name, description }, options);
    return found("createPromptLineage", name, data.createPromptLineage);
  }

  const getOrCreatePrompt: PromptOperations["getOrCreatePrompt"] = async (
    name,
    templateMessages,
    settings,
    tools,
    { versionDesc, createdAt, ...options } = {},
  ) => {
    if (!Array.isArray(templateMessages)) {
      throw new ConfigError(
        `getOrCreatePrompt: templateMessages of ${name} must be an array of messages, such as [{ role: "user", content: "..." }]`,
      );
    }
    const lineage = await getOrCreateLineage(name, undefined, options);
    const data = await transport.graphql(
      GET_OR_CREATE_PROMPT,
      { lineageId: lineage.id, templateMessages, settings, tools, versionDesc, createdAt },
      options,
    );
    const version = found("getOrCreatePrompt", name, data.createPromptVersion);
    return toPrompt(client, { ...version, lineage: version.lineage ?? lineage });
  };

  const getPromptLineageByName: PromptOperations["getPromptLineageByName"] = async (name, options) => {
    const data = await transport.graphql(GET_PROMPT_LINEAGE_BY_NAME, { name }, options);
    return data.promptLineage;
  };

  return {
    getOrCreatePrompt,
    createPrompt: getOrCreatePrompt,
    getPromptLineageByName,
    getPromptLineages: listOperation(async (list = {}, options) => {
      const { promptLineages } = await transport.graphql(GET_PROMPT_LINEAGES, list, options);
      return toPage(promptLineages, (lineage) => lineage);
    }),
    async createPromptLineage(name, description, options) {
      try {
        return await getOrCreateLineage(name, description, options);
      } catch (error) {
        if (!(error instanceof ThreadlineError)) throw error;
        client.onError(error);
        return null;
      }
    },
    async createPromptVariant(name, templateMessages, settings, tools, options) {
      const lineage = await getPromptLineageByName(name, options);
      const data = await transport.graphql(
        CREATE_PROMPT_VARIANT,
        { fromLineageId: lineage?.id, templateMessages, settings, tools },
        options,
      );
      return data.createPromptExperiment?.id;
    },
    getPromptById(id, options = {}) {
      return withCache(`id ${id}`, options, (within) => fetchPrompt(GET_PROMPT_BY_ID, { id }, within));
    },
    getPrompt(name, version, options = {}) {
      if (typeof version !== "object") {
        const key = version === undefined ? `name ${name}` : `version ${version} ${name}`;
        return withCache(key, options, (within) => fetchPrompt(GET_PROMPT, { name, version }, within));
      }
      const { label } = version;
      const key = `label ${JSON.stringify([label, name])}`;
      return withCache(key, options, (within) => fetchPrompt(GET_PROMPT, { name, label }, within));
    },
    getPromptWithQuery(query, variables, options) {
      const isQuery = /^\s*(query\b|\{)/.test(query);
      // The response is typed as `GetPromptQuery` without a check. The caller's document must select the fields of a
      // prompt version.
      return fetchPrompt({ name: "getPromptWithQuery", text: query, isRepeatable: isQuery }, variables, options);
    },
    async getPromptAbTesting(name, options) {
      const data = await transport.graphql(GET_PROMPT_AB_TESTING, { lineageName: name }, options);
      return data.promptLineageRollout && data.promptLineageRollout.edges.map(({ node }) => node);
    },
    async setPromptLabel(name, label, version, options) {
      const data = await transport.graphql(SET_PROMPT_LABEL, { name, label, version }, options);
      return found("setPromptLabel", name, data.setPromptLabel);
    },
    async deletePromptLineage(id, options) {
      const data = await transport.graphql(DELETE_PROMPT_LINEAGE, { id }, options);
      return found("deletePromptLineage", id, data.deletePromptLineage);
    },
    async updatePromptAbTesting(name, rollouts, options) {
      const data = await transport.graphql(UPDATE_PROMPT_AB_TESTING, { name, rollouts: [...rollouts] }, options);
      const update = found("updatePromptAbTesting", name, data.updatePromptLineageRollout);
      if (!update.ok) {
        const message = `updatePromptAbTesting: ${update.message ?? "no reason given"}`;
        const extensions = update.errorCode === null ? {} : { code: update.errorCode };
        throw new GraphQLRequestError(message, [{ message, extensions }]);
      }
      return update;
    },
  };
}
