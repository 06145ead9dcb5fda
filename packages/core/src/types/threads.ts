import type { Environment } from "./environment.ts";
import type {
  ContentFilter,
  JsonFilter,
  ListFilter,
  NullFilter,
  NumberFilter,
  TextFilter,
  TimeFilter,
} from "./filters.ts";
import type { JsonObject, Maybe } from "./json.ts";
import type { OrderBy } from "./lists.ts";

/** Fields of a thread to record. All are optional. */
export interface ThreadConstructor {
  /** Unique in the project; generated when not given. */
  id?: string | undefined;
  /**
   * The user who takes part: the id of the user, or the identifier of the user in the application. An unknown
   * identifier creates the user.
   */
  participantId?: Maybe<string>;
  environment?: Maybe<Environment>;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
}

/** User who takes part in a thread. The service created `id`; the application knows the user by `identifier`. */
export interface ThreadParticipant {
  id: string;
  identifier: string;
  metadata?: Maybe<JsonObject>;
}

/** Fields of `upsertThread`. Absent fields stay unchanged; `null` clears a field. */
export interface UpsertThread {
  threadId: string;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /**
   * The user who takes part: the id of the user, or the identifier of the user in the application. An unknown
   * identifier creates the user.
   */
  participantId?: Maybe<string>;
  environment?: Maybe<string>;
  /** Replaces the stored tags. */
  tags?: Maybe<string[]>;
}

export type ThreadsFilter =
  | TextFilter<"id" | "name" | "stepName" | "participantId" | "error" | "scoreLabel">
  | ContentFilter
  | JsonFilter<"metadata" | "stepOutput">
  | TimeFilter<"createdAt">
  | NumberFilter<"tokenCount" | "duration" | "cost" | "scoreValue">
  | ListFilter<"stepType" | "tags" | "participantIdentifiers">
  | NullFilter<
      | "name"
      | "metadata"
      | "tokenCount"
      | "cost"
      | "stepName"
      | "stepOutput"
      | "tags"
      | "participantId"
      | "participantIdentifiers"
      | "duration"
      | "error"
    >;

export type ThreadsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost" | "participant">;
