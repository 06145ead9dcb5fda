import type { LanguageModel, ToolSet } from "ai";
import type { JsonValue } from "../json/json-value.ts";
import { explainFailure } from "./explain-failure.ts";
import { loadModelLibrary } from "./load-model-library.ts";
import type {
  CallOptions,
  CallUsage,
  ModelCall,
  ModelFailure,
  ModelOutcome,
  OpenConnection,
  ToolCall,
} from "./model-call.ts";
import { SecretFilter } from "./secret-filter.ts";
import { toModelMessages } from "./to-model-messages.ts";

/**
 * Timeouts of a call, in milliseconds.
 * `totalMs`: for the whole call, including its retries. `firstChunkMs`: until the first token. `chunkMs`: between two
 * tokens.
 */
const totalMs = 10 * 60_000;
const firstChunkMs = 3 * 60_000;
const chunkMs = 60_000;

const unknownUsage: CallUsage = { input: null, output: null, cachedInput: 0, cacheWrite: 0, reasoning: 0 };

/** Runs one call, and streams the text. Failures of the provider are part of the outcome. */
export async function runModelCall(
  model: LanguageModel,
  call: ModelCall,
  open: OpenConnection,
  { signal, maxRetries = 2, onText }: CallOptions,
): Promise<ModelOutcome> {
  const { streamText, Output, jsonSchema } = await loadModelLibrary();
  const messages = toModelMessages(call.messages, "messages");
  const tools: ToolSet = Object.fromEntries(
    (call.tools ?? []).map(({ name, description, parameters }) => [
      name,
      { ...(description !== undefined && { description }), inputSchema: jsonSchema(parameters) },
    ]),
  );
  const { settings = {}, responseSchema } = call;
  const startedAt = performance.now();
  const sinceStart = (): number => performance.now() - startedAt;
  const filter = new SecretFilter(open);
  let text = "";
  const add = (part: string): void => {
    if (part === "") return;
    text += part;
    onText?.(part);
  };
  const toolCalls: ToolCall[] = [];
  let usage = unknownUsage;
  let finishReason: string | null = null;
  let ttFirstToken: number | null = null;
  let failure: ModelFailure | null = null;
  const fail = (error: unknown): void => {
    failure ??= explainFailure(signal?.aborted === true ? signal.reason : error, open, call.model);
  };
  try {
    const result = streamText({
      model,
      messages,
      allowSystemInMessages: true,
      maxRetries,
      timeout: { totalMs, firstChunkMs, chunkMs },
      ...settings,
      ...(call.tools && call.tools.length > 0 && { tools }),
      ...(responseSchema && { output: Output.object({ schema: jsonSchema(responseSchema) }) }),
      ...(signal && { abortSignal: signal }),
      experimental_download: refuseDownloads,
      // Without a handler, the AI SDK prints errors.
      onError: ({ error }) => fail(error),
    });
    for await (const part of result.fullStream) {
      if (part.type === "text-delta" && part.text !== "") {
        ttFirstToken ??= sinceStart();
        add(filter.next(part.text));
      } else if (part.type === "reasoning-delta" || part.type === "tool-input-delta") {
        ttFirstToken ??= sinceStart();
      } else if (part.type === "tool-call") {
        ttFirstToken ??= sinceStart();
        toolCalls.push({ id: part.toolCallId, name: part.toolName, arguments: filter.json(part.input as JsonValue) });
      } else if (part.type === "finish") {
        const { inputTokens, outputTokens, inputTokenDetails, outputTokenDetails } = part.totalUsage;
        finishReason = part.finishReason;
        usage = {
          input: inputTokens ?? null,
          output: outputTokens ?? null,
          cachedInput: inputTokenDetails.cacheReadTokens ?? 0,
          cacheWrite: inputTokenDetails.cacheWriteTokens ?? 0,
          reasoning: outputTokenDetails.reasoningTokens ?? 0,
        };
      } else if (part.type === "error") {
        fail(part.error);
      } else if (part.type === "abort") {
        failure ??= signal?.aborted
          ? { problem: "canceled", message: "The call was canceled" }
          : { problem: "timeout", message: "The model did not respond in time" };
      }
    }
  } catch (error) {
    fail(error);
  }
  add(filter.end());
  return { text, toolCalls, usage, finishReason, ttFirstToken, durationMs: sinceStart(), failure };
}

/** Rejects downloads, because the AI SDK would fetch files from any address. */
async function refuseDownloads(files: readonly object[]): Promise<never[]> {
  if (files.length === 0) return [];
  throw new Error(
    "A message contains the URL of a file, which the service does not download; send the content of the file instead",
  );
}
