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
  /** Short name of the step. */
  name: string;
  type: StepType;
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  /** Id of its thread. Default: the current one. */
  threadId?: Maybe<string>;
  /** Id of its parent step. Default: the current one. */
  parentId?: Maybe<string>;
  /** Id of its outermost run. Default: the current one. */
  rootRunId?: Maybe<string>;
  /** Creation time, as ISO 8601. */
  createdAt?: Maybe<string>;
  /** Start time, as ISO 8601. Default: now. */
  startTime?: Maybe<string>;
  /** End time, as ISO 8601. Default: set when sent; for a message, `startTime`. */
  endTime?: Maybe<string>;
  environment?: Maybe<Environment>;
  /** Error: a text, an error (recorded with its causes) or an object (recorded as JSON). */
  error?: Maybe<string | Error | JsonObject>;
  /** Input: an object, as written by the SDK. Other clients may have stored any JSON value. */
  input?: Maybe<JsonObject>;
  /** Output: an object, as written by the SDK. Other clients may have stored any JSON value. */
  output?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  /** Model call of the step; it has the id of the step. */
  generation?: Maybe<Generation>;
  scores?: Maybe<ScoreConstructor[]>;
  attachments?: Maybe<(Attachment | AttachmentConstructor)[]>;
}

/** A step in wire format: known fields only, with ids for all parts, because it may be sent again. */
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
  | ListFilter<"tags" | "participantIdentifiers">
  | NullFilter<
      | "name"
      | "input"
      | "output"
      | "participantIdentifiers"
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
