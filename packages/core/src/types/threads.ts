import type { Step } from "../step.ts";
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
import type { ScoreFields } from "./scores.ts";

/** What a thread is made of; every field may be left out. */
export interface ThreadConstructor {
  /** Unique in the project; generated when not given. */
  id?: string | undefined;
  /** Id or identifier of the user who takes part; an unknown identifier creates the user. */
  participantId?: Maybe<string>;
  environment?: Maybe<Environment>;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
}

/** The user who takes part in a thread. */
export interface ThreadParticipant {
  id: string;
  identifier: string;
  metadata?: Maybe<JsonObject>;
}

/** The fields of a thread, without the methods of the class. */
export interface CleanThreadFields extends ThreadConstructor {
  id: string;
  /** When the service first stored it, as ISO 8601; absent on a thread that was not fetched. */
  createdAt?: string | undefined;
  /** Tokens of all its generations together. */
  tokenCount?: Maybe<number>;
  /** Seconds from its first to its last step. */
  duration?: Maybe<number>;
  participant?: Maybe<ThreadParticipant>;
  /** All its steps, nested ones included, in one flat list. */
  steps?: Maybe<Step[]>;
  /** The scores of the thread itself, where a single one was fetched; those of its steps are on the steps. */
  scores?: Maybe<ScoreFields[]>;
}

/** A condition on threads. */
export type ThreadsFilter =
  | TextFilter<"id" | "name" | "stepName" | "participantId" | "error">
  | ContentFilter
  | JsonFilter<"metadata" | "stepOutput">
  | TimeFilter<"createdAt">
  | NumberFilter<"tokenCount" | "duration" | "scoreValue">
  | ListFilter<"stepType" | "tags" | "participantIdentifiers">
  | NullFilter<
      | "name"
      | "metadata"
      | "tokenCount"
      | "stepName"
      | "stepOutput"
      | "tags"
      | "participantId"
      | "participantIdentifiers"
      | "duration"
      | "error"
    >;

/** How threads are ordered. */
export type ThreadsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost" | "participant">;
