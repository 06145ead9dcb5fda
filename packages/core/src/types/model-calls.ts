import type { JsonObject, JsonValue } from "./json.ts";
import type { ModelProblem } from "./model-connections.ts";

/** Settings of a model call. Absent: the provider's default. */
export interface ModelSettings {
  /** From 0 to 2. */
  temperature?: number | null | undefined;
  /** From 0 to 1. */
  topP?: number | null | undefined;
  maxOutputTokens?: number | null | undefined;
  /** From -2 to 2. */
  presencePenalty?: number | null | undefined;
  /** From -2 to 2. */
  frequencyPenalty?: number | null | undefined;
  seed?: number | null | undefined;
  /** At most 16. */
  stopSequences?: string[] | null | undefined;
}

/** A tool that the model may call. The service runs no tools. */
export interface ModelTool {
  /** Letters, digits, `_` and `-`, at most 64 characters. */
  name: string;
  description?: string | null | undefined;
  /** JSON schema of its arguments. */
  parameters: JsonObject;
  /**
   * Mocked result of every call of the tool. If all tools that a response calls have one, the service sends the results
   * and calls the model again, at most 8 times. Absent: the call ends with the tool calls.
   */
  result?: JsonValue | undefined;
}

/** A chat call of a model. */
export interface ModelCall {
  connectionId: string;
  model: string;
  /** In the format of OpenAI's chat completions, 1 to 1,000. Images are data URLs in parts of the type `image_url`. */
  messages: JsonValue[];
  settings?: ModelSettings | null | undefined;
  /** At most 128. */
  tools?: ModelTool[] | null | undefined;
  /** JSON schema of the response. Default: text. */
  responseSchema?: JsonObject | null | undefined;
  /** Prompt version that the messages were rendered from. Recorded with the call. */
  promptId?: string | null | undefined;
  /** Values of the prompt variables. Recorded with the call. */
  variables?: JsonObject | null | undefined;
}

export interface ModelToolCall {
  id: string;
  name: string;
  arguments: JsonValue;
}

/** Result of a model call. With mocked tool results, of all its calls. */
export interface ModelCallResult {
  /** Text of the last response. */
  text: string;
  /** Tool calls of the last response. */
  toolCalls: ModelToolCall[];
  /** Messages to add to the conversation: responses, and mocked results of tools. */
  messages: JsonValue[];
  /** Why the call failed; null if it did not. */
  problem: ModelProblem | null;
  /** Description of the problem; null without one. */
  message: string | null;
  /** Such as `stop`, `length` or `tool-calls`; null if unknown. */
  finishReason: string | null;
  /** Null if unknown. */
  inputTokenCount: number | null;
  /** Null if unknown. */
  outputTokenCount: number | null;
  /** US dollars; null without a price. */
  cost: number | null;
  /** Milliseconds from the first request to the first token; null without one. */
  ttFirstToken: number | null;
  durationMs: number;
  /** Steps that record the calls, in order. */
  stepIds: string[];
}

/** Progress of one of the calls of `modelCalls`. */
export type ModelCallEvent =
  /** `text` was added to the response of the call at position `index`. */
  | { index: number; text: string; result: null }
  /** The call at position `index` ended. */
  | { index: number; text: null; result: ModelCallResult };
