import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type {
  CallOptions,
  EmbeddingCall,
  EmbeddingOutcome,
  ModelCall,
  ModelFailure,
  ModelOutcome,
  OpenConnection,
} from "../models/model-call.ts";
import { providerOf } from "../models/open-model.ts";
import { readStep } from "../records/steps.ts";
import { estimateTokenCounts, loadTokenCounter } from "../records/token-counts.ts";
import type { ModelConnectionRecord } from "../store/model-connections.ts";
import type { StepRecord } from "../store/steps.ts";
import type { WorkContext } from "./context.ts";
import { storeStep } from "./ingest-steps.ts";

const environment = "experiment";

export interface RecordedCallOptions extends CallOptions {
  readonly purpose: string;
  readonly promptId?: string | null | undefined;
  readonly variables?: JsonObject | null | undefined;
  readonly metadata?: JsonObject | undefined;
  /** Called once the call has succeeded, before it is recorded. */
  readonly onAnswer?: (() => void) | undefined;
}

/** Stores a call as a step. Resolves to null if it was not sent. */
export async function recordCall(
  context: WorkContext,
  open: OpenConnection,
  {
    call,
    outcome,
    options,
    startTime,
  }: {
    readonly call: ModelCall;
    readonly outcome: ModelOutcome;
    readonly options: RecordedCallOptions;
    readonly startTime: number;
  },
): Promise<StepRecord | null> {
  const { failure, usage, text, toolCalls } = outcome;
  if (!wasSent(failure)) return null;
  const { connection } = open;
  const hasOutput = text !== "" || toolCalls.length > 0;
  const error = failure?.message ?? null;
  const completion = hasOutput ? responseOf(outcome) : null;
  const tokens = await tokensOf(outcome, call.messages, completion);
  const write = readStep(
    {
      id: context.newId(),
      type: "llm",
      name: call.model,
      startTime,
      endTime: startTime + Math.round(outcome.durationMs),
      error,
      metadata: metadataOf(connection, options),
      generation: {
        type: "CHAT",
        provider: providerOf(connection),
        model: call.model,
        promptId: options.promptId ?? null,
        variables: options.variables ?? null,
        error,
        settings: settingsOf(call),
        tools: toolsOf(call),
        messages: [...call.messages],
        messageCompletion: completion,
        ...tokens,
        ttFirstToken: outcome.ttFirstToken,
        duration: outcome.durationMs / 1_000,
        metadata: {
          cachedTokenCount: usage.cachedInput,
          cacheWriteTokenCount: usage.cacheWrite,
          reasoningTokenCount: usage.reasoning,
        },
      },
    },
    { now: context.now(), environment, apiKeyId: null },
  );
  return storeStep({ ...write, takesContentOfGeneration: true }, context);
}

/** Stores a call of an embedding model as a step. Resolves to null if it was not sent. */
export async function recordEmbedding(
  context: WorkContext,
  { connection }: OpenConnection,
  {
    call: { model, texts },
    outcome: { failure, usage, vectors, durationMs },
    options,
    startTime,
  }: {
    readonly call: EmbeddingCall;
    readonly outcome: EmbeddingOutcome;
    readonly options: Pick<RecordedCallOptions, "metadata" | "purpose">;
    readonly startTime: number;
  },
): Promise<StepRecord | null> {
  if (!wasSent(failure)) return null;
  const error = failure?.message ?? null;
  const write = readStep(
    {
      id: context.newId(),
      type: "embedding",
      name: model,
      startTime,
      endTime: startTime + Math.round(durationMs),
      input: { texts: [...texts] },
      output: failure ? null : { vectors: vectors.length, dimensions: vectors[0]?.length ?? 0 },
      error,
      metadata: metadataOf(connection, options),
      generation: {
        type: "COMPLETION",
        provider: providerOf(connection),
        model,
        error,
        inputTokenCount: usage.input ?? (failure ? 0 : null),
        outputTokenCount: 0,
        duration: durationMs / 1_000,
      },
    },
    { now: context.now(), environment, apiKeyId: null },
  );
  return storeStep(write, context);
}

function wasSent(failure: ModelFailure | null): boolean {
  return failure?.problem !== "addressRefused" && failure?.problem !== "nameNotFound";
}

function metadataOf(
  { id, name }: ModelConnectionRecord,
  { metadata, purpose }: Pick<RecordedCallOptions, "metadata" | "purpose">,
): JsonObject {
  return { ...metadata, connectionId: id, connection: name, purpose };
}

/**
 * Returns the token counts of a call. A failed call without counts may still cost money if it has output, was canceled,
 * or timed out. In these cases, the counts are estimated. Otherwise, they are 0.
 */
async function tokensOf(
  { failure, usage }: ModelOutcome,
  messages: readonly JsonObject[],
  completion: JsonObject | null,
): Promise<{ readonly inputTokenCount: number | null; readonly outputTokenCount: number | null }> {
  const { input, output } = usage;
  if (failure === null || input !== null || output !== null)
    return { inputTokenCount: input, outputTokenCount: output };
  const wasCut = failure.problem === "canceled" || failure.problem === "timeout";
  if (completion === null && !wasCut) return { inputTokenCount: 0, outputTokenCount: 0 };
  const sent = { messages: [...messages], messageCompletion: completion };
  const { inputTokenEstimate = 0, outputTokenEstimate = 0 } = estimateTokenCounts(sent, await loadTokenCounter());
  return { inputTokenCount: inputTokenEstimate, outputTokenCount: outputTokenEstimate };
}

export function responseOf({ text, toolCalls }: ModelOutcome): JsonObject {
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  }));
  const content = text === "" ? null : text;
  return { role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) };
}

function settingsOf({ settings = {}, responseSchema }: ModelCall): JsonObject | null {
  const named: Record<string, JsonValue | undefined> = {
    temperature: settings.temperature,
    top_p: settings.topP,
    max_tokens: settings.maxOutputTokens,
    presence_penalty: settings.presencePenalty,
    frequency_penalty: settings.frequencyPenalty,
    seed: settings.seed,
    stop: settings.stopSequences && [...settings.stopSequences],
    response_format: responseSchema && {
      type: "json_schema",
      json_schema: { name: "response", schema: responseSchema },
    },
  };
  const given = Object.entries(named).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return given.length === 0 ? null : Object.fromEntries(given);
}

function toolsOf({ tools = [] }: ModelCall): JsonValue {
  if (tools.length === 0) return null;
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, ...(description !== undefined && { description }), parameters },
  }));
}
