import type { ListFilter, NullFilter, NumberFilter, TextFilter, TimeFilter } from "./filters.ts";
import type { Maybe } from "./json.ts";
import type { OrderBy } from "./lists.ts";

/** Kind of scorer: a person, a program or a model. */
export type ScoreType = "HUMAN" | "CODE" | "AI";

/** Input of a score. It belongs to one step, generation, thread or experiment item. */
export interface ScoreConstructor {
  id?: Maybe<string>;
  /** The step that is judged. */
  stepId?: Maybe<string>;
  /** @deprecated A generation has the id of its step: use `stepId`. */
  generationId?: Maybe<string>;
  /** The thread that is judged, as a whole. */
  threadId?: Maybe<string>;
  /** The experiment item that is judged. */
  datasetExperimentItemId?: Maybe<string>;
  /** Name of the score, such as `user-feedback`. */
  name: string;
  value: number;
  type: ScoreType;
  /** The value in words. */
  label?: Maybe<string>;
  /** Name of the scorer, such as `openai:gpt-4o`. */
  scorer?: Maybe<string>;
  comment?: Maybe<string>;
  tags?: Maybe<string[]>;
}

/** The experiment item that a score of a list is on, in short. */
export interface JudgedExperimentItem {
  id: string;
  datasetExperimentId: string;
  /** The dataset item that was tried. */
  datasetItemId: Maybe<string>;
  /** The step in which it ran. */
  experimentRunId: Maybe<string>;
  /** One-line preview of its input, at most 240 characters. */
  inputPreview: Maybe<string>;
  /** The same of its output. */
  outputPreview: Maybe<string>;
}

/** The fields of a stored score, without the methods of the class. */
export interface ScoreFields extends ScoreConstructor {
  id: string;
  projectId?: Maybe<string>;
  /** Time of storage, as ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /** In a list: the experiment item that is judged; null when something else is, or when it was deleted. */
  experimentItem?: Maybe<JudgedExperimentItem>;
}

/** A condition on scores. */
export type ScoresFilter =
  | TextFilter<"id" | "name" | "type" | "label" | "scorer" | "comment" | "stepId" | "threadId">
  | TimeFilter<"createdAt">
  | NumberFilter<"value">
  | ListFilter<"participant" | "tags">
  | NullFilter<"participant" | "tags" | "label" | "scorer" | "comment" | "stepId" | "threadId">;

/** Sort order of scores. */
export type ScoresOrderBy = OrderBy<"createdAt">;
