import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { ModelConnectionRecord } from "../store/model-connections.ts";
import type { ModelSecrets } from "./seal-secrets.ts";

export type ModelProblem =
  | "addressRefused"
  | "nameNotFound"
  | "unreachable"
  | "certificateInvalid"
  | "timeout"
  | "keyRejected"
  | "modelNotFound"
  | "modelNotAllowed"
  | "budgetExceeded"
  | "rateLimited"
  | "requestRejected"
  | "providerFailed"
  | "canceled";

/** Reason why a call failed. The message does not contain secrets of the connection. */
export interface ModelFailure {
  readonly problem: ModelProblem;
  readonly message: string;
  /** Delay that the provider asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/** Settings of a call. The provider's defaults apply to absent settings. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxOutputTokens?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly seed?: number;
  readonly stopSequences?: string[];
}

export interface ModelTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON schema of the tool's arguments. */
  readonly parameters: JsonObject;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonValue;
}

/** One call of a chat model. Messages have the format of OpenAI's chat completions. */
export interface ModelCall {
  readonly model: string;
  readonly messages: readonly JsonObject[];
  readonly settings?: ModelSettings | undefined;
  readonly tools?: readonly ModelTool[] | undefined;
  /** JSON schema that the text must match. */
  readonly responseSchema?: JsonObject | undefined;
}

/** Token counts that the provider reports. `input` and `output` are null if it reports none. */
export interface CallUsage {
  readonly input: number | null;
  readonly output: number | null;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

export interface ModelOutcome {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: CallUsage;
  readonly finishReason: string | null;
  /** Milliseconds until the first token; null if there was none. */
  readonly ttFirstToken: number | null;
  readonly durationMs: number;
  /** Null if the call succeeded. */
  readonly failure: ModelFailure | null;
}

export interface EmbeddingCall {
  readonly model: string;
  readonly texts: readonly string[];
}

export interface EmbeddingOutcome {
  /** One vector for each text; empty if the call failed. */
  readonly vectors: readonly (readonly number[])[];
  readonly usage: Pick<CallUsage, "input" | "output">;
  readonly durationMs: number;
  /** Null if the call succeeded. */
  readonly failure: ModelFailure | null;
}

/** A connection with its decrypted secrets, for one call. */
export interface OpenConnection {
  readonly connection: ModelConnectionRecord;
  readonly secrets: ModelSecrets;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Maximum number of retries after temporary failures. Default: 2. */
  readonly maxRetries?: number | undefined;
  readonly onText?: ((text: string) => void) | undefined;
}
