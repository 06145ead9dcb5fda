import type { Attachment } from "../attachment.ts";
import type { Environment } from "./environment.ts";
import type { AttachmentConstructor } from "./files.ts";
import type {
  ContentFilter,
  JsonFilter,
  ListFilter,
  NullFilter,
  NumberFilter,
  TextFilter,
  TimeFilter,
} from "./filters.ts";
import type { Generation } from "./generations.ts";
import type { JsonObject, Maybe } from "./json.ts";
import type { OrderBy } from "./lists.ts";
import type { ScoreConstructor } from "./scores.ts";

export type StepType =
  | "assistant_message"
  | "embedding"
  | "llm"
  | "rerank"
  | "retrieval"
  | "run"
  | "system_message"
  | "tool"
  | "undefined"
  | "user_message";

/** Fields of a step to record. */
export interface StepConstructor {
  name: string;
  type: StepType;
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  /** Id of the thread. Default: that of the current thread. */
  threadId?: Maybe<string>;
  /** Id of the parent step. Default: that of the current step. */
  parentId?: Maybe<string>;
  /** Id of the outermost run. Default: that of the current one. */
  rootRunId?: Maybe<string>;
  /** Creation time, as ISO 8601. */
  createdAt?: Maybe<string>;
  /** Start time, as ISO 8601. Default: now. */
  startTime?: Maybe<string>;
  /** End time, as ISO 8601. Default: the time when the step is sent; for a message, `startTime`. */
  endTime?: Maybe<string>;
  environment?: Maybe<Environment>;
  /** Error as a text, an `Error` (recorded with its causes) or an object (recorded as JSON). */
  error?: Maybe<string | Error | JsonObject>;
  /** Input. The SDK always writes an object, but other clients may have stored any JSON value. */
  input?: Maybe<JsonObject>;
  /** Output. The SDK always writes an object, but other clients may have stored any JSON value. */
  output?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  /** Model call that the step recorded. It has the same id as the step. */
  generation?: Maybe<Generation>;
  scores?: Maybe<ScoreConstructor[]>;
  attachments?: Maybe<(Attachment | AttachmentConstructor)[]>;
}

/**
 * A step as it is sent, without the methods of the class. Its scores and attachments have ids, so that sending the step
 * again does not duplicate them.
 */
export interface StepInput {
  id: string;
  [field: string]: unknown;
}

export type StepsFilter =
  | TextFilter<"id" | "name" | "type" | "parentId" | "threadId" | "error" | "model" | "provider">
  | ContentFilter
  | JsonFilter<"input" | "output" | "metadata">
  | TimeFilter<"startTime" | "endTime">
  | NumberFilter<"duration" | "tokenCount" | "cost">
  | ListFilter<"tags" | "participantIdentifiers" | "apiKey">
  | NullFilter<
      | "name"
      | "input"
      | "output"
      | "participantIdentifiers"
      | "apiKey"
      | "startTime"
      | "endTime"
      | "metadata"
      | "parentId"
      | "error"
      | "tags"
      | "model"
      | "provider"
    >;

export type StepsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost">;
