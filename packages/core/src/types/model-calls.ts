import type { JsonObject, JsonValue } from "./json.ts";
import type { ModelProblem } from "./model-connections.ts";
import type { RenderedMessage } from "./prompts.ts";

/** Settings of a model call. For absent settings, the provider's default applies. */
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
  /** At most 16 texts that end the response. */
  stopSequences?: string[] | null | undefined;
}

/** A tool that the model may call. The service does not run the tool. */
export interface ModelTool {
  /** Name of letters, digits, `_` and `-`, at most 64 characters. */
  name: string;
  description?: string | null | undefined;
  /** JSON schema of its arguments. */
  parameters: JsonObject;
  /**
   * Mocked result for every call of the tool. If all tools that a response calls have mocked results, the service sends
   * these results to the model in a further request, up to 8 times. If a called tool has no mocked result, the model
   * call ends with the tool calls.
   */
  result?: JsonValue | undefined;
}

/** A chat request to a model. */
export interface ModelCall {
  connectionId: string;
  model: string;
  /**
   * 1 to 1,000 messages in the format of OpenAI's chat completions, such as those of `prompt.formatMessages`. Images
   * are data URLs in parts of type `image_url`.
   */
  messages: (JsonValue | RenderedMessage)[];
  settings?: ModelSettings | null | undefined;
  /** Tools that the model may call, at most 128. */
  tools?: ModelTool[] | null | undefined;
  /** JSON schema of the response. Default: text. */
  responseSchema?: JsonObject | null | undefined;
  /** Id of the prompt version from which the messages were rendered. Recorded with the call. */
  promptId?: string | null | undefined;
  /** Values of the prompt variables. Recorded with the call. */
  variables?: JsonObject | null | undefined;
}

export interface ModelToolCall {
  id: string;
  name: string;
  arguments: JsonValue;
}

/**
 * Result of a model call. If tools have mocked results (see {@link ModelTool}), a model call may consist of several
 * requests to the model. The result covers all these requests.
 */
export interface ModelCallResult {
  /** Text of the last response; empty without text. */
  text: string;
  /** Tool calls of the last response. */
  toolCalls: ModelToolCall[];
  /** Messages to append to the conversation: the responses, and the mocked results of tools. */
  messages: JsonValue[];
  /** Reason why the call failed; null if it succeeded. */
  problem: ModelProblem | null;
  /** Description of the problem; null without one. */
  message: string | null;
  /** Reason why the model stopped, such as `stop`, `length` or `tool-calls`; null if unknown. */
  finishReason: string | null;
  /** Null if unknown. */
  inputTokenCount: number | null;
  /** Null if unknown. */
  outputTokenCount: number | null;
  /** Cost in US dollars; null without a price. */
  cost: number | null;
  /** Time from the first request to the first token, in milliseconds; null if there was no token. */
  ttFirstToken: number | null;
  durationMs: number;
  /** Ids of the steps that record the requests, in order. */
  stepIds: string[];
}

/** Progress of one of the calls of `modelCalls`. */
export type ModelCallEvent =
  /** `text` was added to the response of the call at position `index`. */
  | { index: number; text: string; result: null }
  /** The call at position `index` ended. */
  | { index: number; text: null; result: ModelCallResult };
