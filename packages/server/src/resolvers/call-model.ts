import { explainFailure } from "../models/explain-failure.ts";
import type {
  EmbeddingCall,
  EmbeddingOutcome,
  ModelCall,
  ModelFailure,
  ModelOutcome,
  OpenConnection,
} from "../models/model-call.ts";
import { canNameModel, hasEmbeddingModels, noEmbeddingModels, providerOf } from "../models/open-model.ts";
import { modelSecretName, type ModelSecrets, openSecrets } from "../models/seal-secrets.ts";
import type { ModelConnectionRecord } from "../store/model-connections.ts";
import type { StepRecord } from "../store/steps.ts";
import type { WorkContext } from "./context.ts";
import { assumedOutputTokens, embeddingTokensOf, inputTokensOf } from "./estimate-tokens.ts";
import { recordCall, type RecordedCallOptions, recordEmbedding } from "./record-call.ts";
import { notFound } from "./root-fields.ts";

const msPerDay = 86_400_000;
const noSecrets: ModelSecrets = { apiKey: null, headers: [] };

export interface RecordedCall<Outcome = ModelOutcome> {
  readonly outcome: Outcome;
  /** Step that records the call; null if nothing was sent. */
  readonly step: StepRecord | null;
}

/** Calls a model of a connection within its budget and concurrency, and records the call as a step. */
export async function callModel(
  context: WorkContext,
  connectionId: string,
  call: ModelCall,
  options: RecordedCallOptions,
): Promise<RecordedCall> {
  return sendWithinBudget(context, connectionId, {
    model: call.model,
    inputTokens: inputTokensOf(call),
    outputTokens: call.settings?.maxOutputTokens ?? assumedOutputTokens,
    signal: options.signal,
    unsent,
    async send(open) {
      const outcome = await context.models.call(open, call, options);
      if (outcome.failure === null) options.onAnswer?.();
      return outcome;
    },
    record: (open, outcome, startTime) => recordCall(context, open, { call, outcome, options, startTime }),
  });
}

/**
 * Creates embeddings of texts with a model of a connection. Records the call as a step. Waits for a free slot of the
 * connection, and fails if its daily budget is used up.
 */
export async function embedTexts(
  context: WorkContext,
  connectionId: string,
  call: EmbeddingCall,
  options: Pick<RecordedCallOptions, "metadata" | "purpose" | "signal">,
): Promise<RecordedCall<EmbeddingOutcome>> {
  return sendWithinBudget(context, connectionId, {
    model: call.model,
    inputTokens: embeddingTokensOf(call.texts),
    outputTokens: 0,
    check: ({ connection }) =>
      hasEmbeddingModels(connection) ? null : { problem: "requestRejected", message: noEmbeddingModels(connection) },
    signal: options.signal,
    unsent: (failure) => ({ vectors: [], usage: { input: null, output: null }, durationMs: 0, failure }),
    send: (open) => context.models.embed(open, call, options.signal),
    record: (open, outcome, startTime) => recordEmbedding(context, open, { call, outcome, options, startTime }),
  });
}

interface Sending<Outcome> {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly signal: AbortSignal | undefined;
  /** Returns the reason for not sending the call; null if it can be sent. */
  readonly check?: (open: OpenConnection) => ModelFailure | null;

  /** Returns the outcome of a call that was not sent. */
  readonly unsent: (failure: ModelFailure) => Outcome;
  readonly send: (open: OpenConnection) => Promise<Outcome>;
  /** Records the call as a step. Resolves to null if it was not sent. */
  readonly record: (open: OpenConnection, outcome: Outcome, startTime: number) => Promise<StepRecord | null>;
}

async function sendWithinBudget<Outcome>(
  context: WorkContext,
  connectionId: string,
  sending: Sending<Outcome>,
): Promise<RecordedCall<Outcome>> {
  const open = await openConnection(context, connectionId);
  const { connection } = open;
  const { model, signal } = sending;
  const problem = sending.check?.(open) ?? check(open, model);
  if (problem) return { outcome: sending.unsent(problem), step: null };
  let free: (() => void) | undefined;
  try {
    const slot = `${context.project.id} ${connection.id}`;
    free = await context.models.take(slot, connection.maxConcurrentCalls, signal);
    const budget = await reserve(context, connection, sending);
    if ("problem" in budget) return { outcome: sending.unsent(budget), step: null };
    const startTime = context.now();
    const outcome = await sending.send(open).finally(free);
    // If `record` throws, the spending still includes the estimated cost of the call, because the provider may charge
    // for it.
    const step = await sending.record(open, outcome, startTime);
    await budget.settle(step === null ? 0 : (step.generation?.cost ?? null));
    return { outcome, step };
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    return { outcome: sending.unsent(explainFailure(signal.reason, open, model)), step: null };
  } finally {
    free?.();
  }
}

/** Reads a connection and decrypts its secrets. Throws `NOT_FOUND` if there is none. */
export async function openConnection({ store, project }: WorkContext, id: string): Promise<OpenConnection> {
  for (let attempt = 0; ; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- again, if the key was replaced in between
    const connection = await store.modelConnections.get(project.id, id);
    if (connection === null) throw notFound("id", "model connection", id);
    const { sealedSecrets } = connection;
    if (sealedSecrets === null) return { connection, secrets: noSecrets };
    try {
      // oxlint-disable-next-line no-await-in-loop -- as above
      const key = await store.secret(modelSecretName);
      return { connection, secrets: openSecrets(key, { projectId: project.id, id }, sealedSecrets) };
    } catch {
      if (attempt > 0) return { connection, secrets: noSecrets };
    }
  }
}

/** Returns the reason for not sending a call; null if it can be sent. */
function check({ connection, secrets }: OpenConnection, model: string): ModelFailure | null {
  const { models, kind } = connection;
  if (kind === "task") return { problem: "modelNotAllowed", message: "The connection is a task, which has no models" };
  if (models.length > 0 && !models.includes(model)) {
    return { problem: "modelNotAllowed", message: `"${model}" is not among the models of the connection` };
  }
  if (!canNameModel(connection, model)) {
    return { problem: "modelNotFound", message: `"${model}" is not a valid name of a model` };
  }
  if (secrets.apiKey === null && (kind !== "openaiCompatible" || connection.sealedSecrets !== null)) {
    // A service with a compatible API may need headers instead of a key.
    if (kind === "openaiCompatible" && secrets.headers.length > 0) return null;
    return { problem: "keyRejected", message: "The connection has no key. Set it in the project settings." };
  }
  return null;
}

interface Budget {
  /** Replaces the estimate with the actual cost. If the cost is unknown (null), the estimate stays. */
  settle(cost: number | null): Promise<void>;
}

/**
 * Adds the estimated cost of a call to the spending of the connection on this day. Returns a failure if that would
 * exceed the daily budget.
 */
async function reserve(
  { store, project, now }: WorkContext,
  connection: ModelConnectionRecord,
  { model, inputTokens, outputTokens }: Pick<Sending<unknown>, "inputTokens" | "model" | "outputTokens">,
): Promise<Budget | ModelFailure> {
  const { id, dailyBudget: limit } = connection;
  const day = Math.floor(now() / msPerDay);
  const estimate = await store.prices.estimate(project.id, {
    provider: providerOf(connection),
    model,
    time: now(),
    inputTokens,
    outputTokens,
  });
  if (estimate === null && limit !== null) {
    const message = `The connection has a daily budget, and the model "${model}" has no price. Add one to the model prices.`;
    return { problem: "budgetExceeded", message };
  }
  const dollars = estimate ?? 0;
  const spend = store.modelConnections;
  // If a call has no cost and its connection has no budget, the spending does not change, and there is no limit to
  // check.
  const isFree = dollars === 0 && limit === null;
  const sum = isFree ? null : await spend.spend(project.id, id, { day, dollars, limit });
  if (sum === null && limit !== null) {
    const message = `The estimated cost of $${dollars.toFixed(4)} exceeds the rest of the daily budget of $${limit}`;
    return { problem: "budgetExceeded", message };
  }
  return {
    async settle(cost) {
      if (cost === null || cost === dollars) return;
      await spend.spend(project.id, id, { day, dollars: cost - dollars, limit: null });
    },
  };
}

export function unsent(failure: ModelFailure): ModelOutcome {
  const usage = { input: null, output: null, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  return { text: "", toolCalls: [], usage, finishReason: null, ttFirstToken: null, durationMs: 0, failure };
}
