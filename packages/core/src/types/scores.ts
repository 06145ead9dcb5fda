import type { ListFilter, NullFilter, NumberFilter, TextFilter, TimeFilter } from "./filters.ts";
import type { Maybe } from "./json.ts";
import type { OrderBy } from "./lists.ts";

/** Kind of scorer: a person, a program or a model. */
export type ScoreType = "HUMAN" | "CODE" | "AI";

/** Fields of a score to create or merge. It belongs to one step, generation, thread or experiment item. */
export interface ScoreConstructor {
  /** Unique in the project; created by the service when not given. A stored score with this id is merged. */
  id?: Maybe<string>;
  stepId?: Maybe<string>;
  /** @deprecated A generation has the id of its step: use `stepId`. */
  generationId?: Maybe<string>;
  threadId?: Maybe<string>;
  datasetExperimentItemId?: Maybe<string>;
  /** Name of the score, such as `user-feedback`. */
  name: string;
  value: number;
  type: ScoreType;
  /** Name of the value, such as that of a category. */
  label?: Maybe<string>;
  /** Name of the scorer, such as `openai:gpt-4o`. */
  scorer?: Maybe<string>;
  comment?: Maybe<string>;
  tags?: Maybe<string[]>;
  /** Creation time, as ISO 8601, for imports; used if the score is new. */
  createdAt?: string | undefined;
}

/** Summary of the scored experiment item, in lists. */
export interface JudgedExperimentItem {
  id: string;
  datasetExperimentId: string;
  datasetItemId: Maybe<string>;
  /** Id of its step. */
  experimentRunId: Maybe<string>;
  /** One-line preview of its input, at most 240 characters. */
  inputPreview: Maybe<string>;
  /** One-line preview of its output, at most 240 characters. */
  outputPreview: Maybe<string>;
}

/** The fields of a stored score, without the methods of the class. */
export interface ScoreFields extends ScoreConstructor {
  id: string;
  projectId?: Maybe<string>;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /** In a list: the scored experiment item; null for another subject, or when it was deleted. */
  experimentItem?: Maybe<JudgedExperimentItem>;
}

export type ScoresFilter =
  | TextFilter<"id" | "name" | "type" | "label" | "scorer" | "comment" | "stepId" | "threadId">
  | TimeFilter<"createdAt">
  | NumberFilter<"value">
  | ListFilter<"participant" | "tags">
  | NullFilter<"participant" | "tags" | "label" | "scorer" | "comment" | "stepId" | "threadId">;

export type ScoresOrderBy = OrderBy<"createdAt">;
