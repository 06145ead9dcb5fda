import type {
  ContentFilter,
  JsonFilter,
  ListFilter,
  NullFilter,
  NumberFilter,
  TextFilter,
  TimeFilter,
} from "./filters.ts";
import type { JsonObject, JsonValue, Maybe } from "./json.ts";
import type { OrderBy } from "./lists.ts";

/** Kind of model call: with messages (`CHAT`) or with a single text (`COMPLETION`). */
export type GenerationType = "CHAT" | "COMPLETION";

export type GenerationMessageRole = "system" | "developer" | "assistant" | "user" | "function" | "tool";

export interface ITextContent {
  type: "text";
  text: string;
}

/** An image in a message. Its URL is a string, or is in an object as in OpenAI's format. */
export interface IImageUrlContent {
  type: "image_url";
  image_url: string | { url: string; detail?: "auto" | "low" | "high" | undefined };
}

export interface IGenerationMessage {
  /** Id of the message in its prompt template. */
  uuid?: string | undefined;
  /** True when the message was rendered from a prompt template. */
  templated?: boolean | undefined;
  role: GenerationMessageRole;
  content: string | (ITextContent | IImageUrlContent)[] | null;
  name?: string | undefined;
  function_call?: JsonObject | undefined;
  tool_calls?: JsonObject[] | undefined;
  tool_call_id?: string | undefined;
}

/** A function that a model may call. `parameters` is the JSON schema of its arguments. */
export interface IFunction {
  name: string;
  description?: string | undefined;
  parameters?: JsonObject | undefined;
}

/** A tool that a model may call. */
export interface ITool {
  type: string;
  function: IFunction;
}

/** Settings of a model call, such as `temperature` and `max_tokens`. */
export type ILLMSettings = JsonObject;

/** Fields of both types of model calls. The service estimates missing token counts, and marks them as estimates. */
export interface BaseGenerationFields {
  /** Id of the step that contains the generation. */
  id?: Maybe<string>;
  /** Id of the prompt version that was rendered for the call. */
  promptId?: Maybe<string>;
  /** Provider of the model, such as `openai`. */
  provider?: Maybe<string>;
  model?: Maybe<string>;
  error?: Maybe<string>;
  settings?: Maybe<ILLMSettings>;
  /** Variables that the prompt was rendered with, by name. */
  variables?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  tools?: Maybe<ITool[]>;
  tokenCount?: Maybe<number>;
  inputTokenCount?: Maybe<number>;
  outputTokenCount?: Maybe<number>;
  /** Time to first token, in milliseconds. */
  ttFirstToken?: Maybe<number>;
  /** Throughput in tokens per second. */
  tokenThroughputInSeconds?: Maybe<number>;
  /** Duration of the call, in seconds. */
  duration?: Maybe<number>;
}

/** A model call with messages. */
export interface ChatGenerationConstructor extends BaseGenerationFields {
  type?: GenerationType | undefined;
  messages?: Maybe<IGenerationMessage[]>;
  /** Response of the model. */
  messageCompletion?: Maybe<IGenerationMessage>;
}

/** A model call with a single text. */
export interface CompletionGenerationConstructor extends BaseGenerationFields {
  type?: GenerationType | undefined;
  /** Prompt text. Some models accept lists of texts or tokens. */
  prompt?: Maybe<string | JsonValue[]>;
  /** Response of the model. */
  completion?: Maybe<string>;
}

/** Fields of a model call to record. */
export type Generation = ChatGenerationConstructor | CompletionGenerationConstructor;

export type PersistedGeneration = Generation & {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  type: GenerationType;
  projectId?: Maybe<string>;
  stepId?: Maybe<string>;
  /** Whether a token count was estimated by the service. */
  tokenCountEstimated?: boolean | undefined;
  /** Cost in US dollars, at the price that was valid when the step started; null when no price matches the model. */
  cost?: Maybe<number>;
};

export type GenerationsFilter =
  | TextFilter<
      "id" | "error" | "provider" | "model" | "promptLineage" | "name" | "environment" | "stepType" | "scoreLabel"
    >
  | ContentFilter
  | JsonFilter<"metadata">
  | TimeFilter<"createdAt">
  | NumberFilter<"promptVersion" | "duration" | "cost" | "score" | "tokenCount">
  | ListFilter<"tags" | "participant" | "apiKey">
  | NullFilter<
      | "error"
      | "provider"
      | "model"
      | "promptLineage"
      | "promptVersion"
      | "duration"
      | "cost"
      | "score"
      | "tokenCount"
      | "tags"
      | "participant"
      | "apiKey"
      | "name"
      | "environment"
    >;

export type GenerationsOrderBy = OrderBy<
  "createdAt" | "startTime" | "duration" | "tokenCount" | "cost" | "model" | "provider" | "participant"
>;
