import type { ModelConnectionInput } from "@threadline/schema/server";
import { hasModelList } from "../models/list-models.ts";
import type { OpenConnection } from "../models/model-call.ts";
import { baseUrlOf } from "../models/open-model.ts";
import { modelSecretName, type ModelSecrets, openSecrets, sealSecrets } from "../models/seal-secrets.ts";
import { readSigningSecret } from "../models/sign-webhook.ts";
import { badInput } from "../records/errors.ts";
import { recordLimits } from "../records/limits.ts";
import { readModelConnection, readModelSecrets } from "../records/model-connections.ts";
import { readRequiredName, readText } from "../records/text.ts";
import type { ModelConnectionRecord } from "../store/model-connections.ts";
import { callModel, openConnection } from "./call-model.ts";
import type { RequestContext } from "./context.ts";
import { creationIn } from "./creation.ts";
import type { ModelConnectionResolvers, MutationResolvers, QueryResolvers, ResolversTypes } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

type ModelConnectionTest = Awaited<ResolversTypes["ModelConnectionTest"]>;

const msPerDay = 86_400_000;
const shownCharacters = 4;
const minShownLength = 16;

/** Maximum number of concurrent checks of a project on one server. */
const maxChecks = 4;

const testMessages = [{ role: "user", content: "Reply with the word: ready" }];
const testOutputTokens = 256;

export const modelConnectionQueries: QueryResolvers = {
  modelConnections: (_parent, _args, { store, project }) => store.modelConnections.all(project.id),
  modelConnection: (_parent, { id }, { store, project }) => store.modelConnections.get(project.id, id),
};

export const modelConnectionMutations: MutationResolvers = {
  async createModelConnection(_parent, { connection: input }, context) {
    const { store, project, models } = context;
    const content = readModelConnection(input, (url) => models.checkUrl(url));
    const { apiKey, headers } = readSecrets(input);
    const creation = creationIn(context);
    const secrets = { apiKey: apiKey ?? null, headers: headers ?? [] };
    const record: ModelConnectionRecord = {
      ...creation,
      updatedAt: creation.createdAt,
      ...content,
      ...(await seal(context, creation.id, secrets)),
      keySetAt: secrets.apiKey === null ? null : creation.createdAt,
      spentDay: null,
      spent: 0,
    };
    const created = await store.modelConnections.create(project.id, record, recordLimits.modelConnections);
    return sealAgain(context, created, secrets);
  },

  async updateModelConnection(_parent, { id, connection: input }, context) {
    const { store, project, models, now } = context;
    const content = readModelConnection(input, (url) => models.checkUrl(url));
    const before = await store.modelConnections.get(project.id, id);
    if (before === null) throw notFound("id", "model connection", id);
    const after = { ...before, ...content, updatedAt: Math.max(now(), before.updatedAt + 1) };
    const changed = { ...after, ...(await changeSecrets(context, { before, after, input })) };
    const replaced = await store.modelConnections.replace(project.id, changed, before.updatedAt);
    if (replaced === null) throw notFound("id", "model connection", id);
    return replaced;
  },

  deleteModelConnection: (_parent, { id }, { store, project }) => store.modelConnections.delete(project.id, id),

  async testModelConnection(_parent, { id, model }, context) {
    const connection = await context.store.modelConnections.get(context.project.id, id);
    if (connection === null) throw notFound("id", "model connection", id);
    if (connection.kind === "task")
      return { ...(await testTask(await openConnection(context, id), context)), stepId: null };
    const tested = model == null ? connection.models[0] : readModelName(model);
    if (tested === undefined)
      throw badInput("model", "is required, because the connection has no list of allowed models");
    const call = { model: tested, messages: testMessages, settings: { maxOutputTokens: testOutputTokens } };
    const { outcome, step } = await callModel(context, id, call, {
      purpose: "test",
      maxRetries: 0,
      signal: context.signal,
    });
    const { failure, text, durationMs } = outcome;
    return {
      ok: failure === null,
      problem: failure?.problem ?? null,
      message: failure?.message ?? text,
      durationMs,
      stepId: step?.id ?? null,
    };
  },

  async checkModelConnection(_parent, { id, connection: input }, context) {
    if (!hasModelList(input) && input.kind !== "task") {
      throw badInput(
        "connection.kind",
        `the API "${input.kind}" has no list of models, so it can only be tested once it is stored`,
      );
    }
    const open = await openDraft(context, id ?? null, input);
    if (input.kind === "task") {
      const { ok, problem, message } = await testTask(open, context);
      return { ok, problem: problem ?? null, message: ok ? "" : message, models: [] };
    }
    const free = await context.models.take(`${context.project.id} check`, maxChecks, context.signal);
    const { models, failure } = await context.models.listModels(open, context.signal).finally(free);
    return {
      ok: failure === null,
      problem: failure?.problem ?? null,
      message: failure?.message ?? "",
      models: [...models],
    };
  },
};

export const ModelConnection: ModelConnectionResolvers = {
  models: ({ models }) => [...models],
  headerNames: ({ headerNames }) => [...headerNames],
  hasKey: ({ keySetAt }) => keySetAt !== null,
  keyEnding: ({ keyEnding }) => keyEnding || null,
  costToday: ({ spentDay, spent }, _args, { now }) => (spentDay === Math.floor(now() / msPerDay) ? spent : 0),
};

/** Reads the secrets of the input. The key of a task is a signing secret, so its format is checked. */
function readSecrets(input: ModelConnectionInput): ReturnType<typeof readModelSecrets> {
  const secrets = readModelSecrets(input);
  if (input.kind === "task" && secrets.apiKey != null && readSigningSecret(secrets.apiKey) === null) {
    throw badInput("connection.apiKey", "must be whsec_ followed by the base64 of 24 to 64 bytes");
  }
  return secrets;
}

/** Returns a connection with the content of a request, and the stored secrets that the request does not contain. */
async function openDraft(
  context: RequestContext,
  id: string | null,
  input: ModelConnectionInput,
): Promise<OpenConnection> {
  const { store, project, models, now } = context;
  const content = readModelConnection(input, (url) => models.checkUrl(url));
  const before = id === null ? null : await store.modelConnections.get(project.id, id);
  if (id !== null && before === null) throw notFound("id", "model connection", id);
  const at = now();
  const unsaved = { sealedSecrets: null, keyEnding: null, keySetAt: null, headerNames: [], spentDay: null, spent: 0 };
  const draft = { id: "", createdAt: at, ...unsaved, ...before, ...content, updatedAt: at };
  const { apiKey, headers } = readSecrets(input);
  if (before === null) return { connection: draft, secrets: { apiKey: apiKey ?? null, headers: headers ?? [] } };
  return { connection: draft, secrets: await mergeSecrets(context, { before, after: draft, input }) };
}

/**
 * Sends a signed test request to a task. The handler of the task only checks the signature, and does not run the task.
 */
async function testTask(
  open: OpenConnection,
  { models, now, newId, signal }: RequestContext,
): Promise<Omit<ModelConnectionTest, "stepId">> {
  const call = { id: newId(), at: now(), body: { type: "test" }, trace: {}, signal };
  const { failure, error, durationMs } = await models.callTask(open, call);
  const problem = failure?.problem ?? (error === null ? null : "providerFailed");
  const message = failure?.message ?? error ?? "The task accepted the signature";
  return { ok: problem === null, problem, message, durationMs };
}

function readModelName(model: string): string {
  return readText("model", readRequiredName("model", model).trim(), recordLimits.idLength);
}

/**
 * Encrypts the secrets of a new connection again if the encryption key was replaced before the connection was stored.
 * If the key is replaced later, the replacement finds the connection, and encrypts its secrets itself.
 */
async function sealAgain(
  context: RequestContext,
  created: ModelConnectionRecord,
  secrets: ModelSecrets,
): Promise<ModelConnectionRecord> {
  const { store, project } = context;
  if (canOpen(await store.secret(modelSecretName), project.id, created)) return created;
  const sealed = { ...created, ...(await seal(context, created.id, secrets)), updatedAt: created.updatedAt + 1 };
  return (await store.modelConnections.replace(project.id, sealed, created.updatedAt)) ?? created;
}

function canOpen(key: Uint8Array, projectId: string, { id, sealedSecrets }: ModelConnectionRecord): boolean {
  try {
    openSecrets(key, { projectId, id }, sealedSecrets);
    return true;
  } catch {
    return false;
  }
}

type SecretFields = Pick<ModelConnectionRecord, "headerNames" | "keyEnding" | "keySetAt" | "sealedSecrets">;

interface ConnectionChange {
  readonly before: ModelConnectionRecord;
  readonly after: ModelConnectionRecord;
  readonly input: ModelConnectionInput;
}

/** Returns the encrypted secrets of an updated connection. */
async function changeSecrets(context: RequestContext, change: ConnectionChange): Promise<Partial<SecretFields>> {
  const { before, after, input } = change;
  const { apiKey, headers } = readSecrets(input);
  requireSecretsOfNewHost(change);
  if (apiKey === undefined && headers === null) return {};
  const secrets = await mergeSecrets(context, change);
  const keySetAt = apiKey === undefined ? before.keySetAt : after.updatedAt;
  return {
    ...(await seal(context, before.id, secrets)),
    keySetAt: secrets.apiKey === null ? null : keySetAt,
  };
}

/**
 * Returns the secrets of a changed connection. Secrets that the request does not contain are the stored ones, unless
 * the host has changed.
 */
async function mergeSecrets(context: RequestContext, change: ConnectionChange): Promise<ModelSecrets> {
  requireSecretsOfNewHost(change);
  const { apiKey, headers } = readSecrets(change.input);
  const { keepsKey, keepsHeaders } = keptSecrets(change);
  const stored = keepsKey || keepsHeaders ? await openStored(context, change.before) : { apiKey: null, headers: [] };
  return { apiKey: apiKey === undefined ? stored.apiKey : apiKey, headers: headers ?? stored.headers };
}

/** Throws if the host of a connection changes and stored secrets stay, so that the new host does not receive them. */
function requireSecretsOfNewHost(change: ConnectionChange): void {
  const { keepsKey, keepsHeaders } = keptSecrets(change);
  if ((!keepsKey && !keepsHeaders) || originOf(change.before) === originOf(change.after)) return;
  const field = keepsKey ? "connection.apiKey" : "connection.headers";
  throw badInput(field, "must be given again, because the base URL of the connection has changed");
}

/** Whether the request keeps the stored key and the stored headers. */
function keptSecrets({ before, input }: ConnectionChange): {
  readonly keepsKey: boolean;
  readonly keepsHeaders: boolean;
} {
  const { apiKey, headers } = readSecrets(input);
  return {
    keepsKey: apiKey === undefined && before.keySetAt !== null,
    keepsHeaders: headers === null && before.headerNames.length > 0,
  };
}

function originOf(connection: ModelConnectionRecord): string {
  return new URL(baseUrlOf(connection)).origin;
}

async function openStored(
  { store, project }: RequestContext,
  { id, sealedSecrets }: ModelConnectionRecord,
): Promise<ModelSecrets> {
  try {
    return openSecrets(await store.secret(modelSecretName), { projectId: project.id, id }, sealedSecrets);
  } catch {
    throw badInput(
      "connection.apiKey",
      "must be given again, together with all headers, because the stored secrets cannot be decrypted",
    );
  }
}

async function seal(
  { store, project }: RequestContext,
  id: string,
  secrets: ModelSecrets,
): Promise<Pick<SecretFields, "headerNames" | "keyEnding" | "sealedSecrets">> {
  const key = await store.secret(modelSecretName);
  const { apiKey, headers } = secrets;
  return {
    sealedSecrets: sealSecrets(key, { projectId: project.id, id }, secrets),
    keyEnding: apiKey && (apiKey.length < minShownLength ? "" : apiKey.slice(-shownCharacters)),
    headerNames: headers.map(({ name }) => name),
  };
}
