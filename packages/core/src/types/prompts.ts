import type { GenerationType, IGenerationMessage, ITextContent, ITool } from "./generations.ts";
import type { JsonObject, JsonValue, Maybe } from "./json.ts";

export interface IPromptVariableDefinition {
  name: string;
  language: "json" | "plaintext";
}

/** Model settings of a prompt. */
export interface IProviderSettings extends JsonObject {
  model?: string;
  frequency_penalty?: number;
  max_tokens?: number;
  presence_penalty?: number;
  stop?: string[];
  temperature?: number;
  top_p?: number;
}

/**
 * Weight of a prompt version in the random selection of a version. The service selects a version at random if a request
 * names the prompt, but neither a version nor a label. The probability of a version is its `rollout`, divided by the
 * sum of all weights of the prompt.
 */
export interface IPromptRollout {
  version: number;
  rollout: number;
}

/** The fields of a prompt version, without the methods of the class. */
export interface PromptConstructor {
  id: string;
  name: string;
  /** Number of the version, from 0. */
  version: number;
  type?: Maybe<GenerationType>;
  /** Creation time, as ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /** URL of the prompt's page in the web interface. */
  url?: Maybe<string>;
  versionDesc?: Maybe<string>;
  label?: Maybe<string>;
  /** Labels of this version, such as `production`. */
  labels?: Maybe<string[]>;
  status?: Maybe<string>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  /** Messages with mustache variables. */
  templateMessages: IGenerationMessage[];
  tools?: Maybe<ITool[]>;
  /** Provider of the model, such as `openai`. */
  provider?: Maybe<string>;
  settings?: Maybe<IProviderSettings>;
  variables?: Maybe<IPromptVariableDefinition[]>;
  variablesDefaultValues?: Maybe<JsonObject>;
}

/** A label of one version of a prompt, such as `production`. It can be moved to another version. */
export interface PromptLabel {
  /** Unique in the prompt. */
  name: string;
  version: number;
}

/** A prompt without its versions. `getPrompt` returns a version. */
export interface PromptLineage {
  id: string;
  name: string;
  description?: Maybe<string>;
  /** Labels in order of their names. */
  labels: PromptLabel[];
}

/** Variables of a template, by name. */
export type PromptVariables = Readonly<Record<string, JsonValue | undefined>>;

/** Prompt version that a message was rendered from, with its variables. */
export interface RenderedMessageMetadata {
  uuid: string | undefined;
  promptId: string;
  /** All variables that the prompt was rendered with, defaults included. */
  variables: PromptVariables;
}

/** An image in the format of chat models. */
export interface RenderedImage {
  type: "image_url";
  image_url: { url: string; detail?: "auto" | "low" | "high" };
}

interface Rendered {
  /**
   * Returns the prompt version of the message. The method is not enumerable, so copies and the JSON of the message do
   * not contain it.
   */
  literalMetadata(): RenderedMessageMetadata;
}

/** A rendered message of a prompt, in the format of chat models. */
export type RenderedMessage = Rendered &
  (
    | { role: "system" | "developer"; content: string; name?: string }
    | { role: "user"; content: string | (ITextContent | RenderedImage)[]; name?: string }
    | {
        role: "assistant";
        content: string | null;
        name?: string;
        tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
      }
    | { role: "tool"; content: string; tool_call_id: string }
    | { role: "function"; content: string | null; name: string }
  );
