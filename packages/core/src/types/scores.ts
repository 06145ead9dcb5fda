import type { ListFilter, NullFilter, NumberFilter, TextFilter, TimeFilter } from "./filters.ts";
import type { Maybe } from "./json.ts";
import type { OrderBy } from "./lists.ts";

/** Kind of scorer: a person, a program or a model. */
export type ScoreType = "HUMAN" | "CODE" | "AI";

/** Fields of a score to create or merge. A score belongs to one step, generation, thread or experiment item. */
export interface ScoreConstructor {
  /**
   * Unique in the project. Default: created by the service. If a score with this id is stored, the fields are merged
   * into it.
   */
  id?: Maybe<string>;
  stepId?: Maybe<string>;
  /**
   * @deprecated Use `stepId`: a generation has the same id as its step.
   */
  generationId?: Maybe<string>;
  threadId?: Maybe<string>;
  datasetExperimentItemId?: Maybe<string>;
  /** Name of the score, such as `user-feedback`. */
  name: string;
  value: number;
  type: ScoreType;
  /** Display name of the value, such as the label of a category. */
  label?: Maybe<string>;
  /** Name of the scorer, such as `openai:gpt-4o`. */
  scorer?: Maybe<string>;
  comment?: Maybe<string>;
  tags?: Maybe<string[]>;
  /** Creation time, as ISO 8601, for imports. Only used if the score is new. */
  createdAt?: string | undefined;
}

/** Summary of the scored experiment item, as list operations return it. */
export interface JudgedExperimentItem {
  id: string;
  datasetExperimentId: string;
  datasetItemId: Maybe<string>;
  /** Id of the step that recorded the item's run. */
  experimentRunId: Maybe<string>;
  /** One-line preview of the item's input, at most 240 characters. */
  inputPreview: Maybe<string>;
  /** One-line preview of the item's output, at most 240 characters. */
  outputPreview: Maybe<string>;
}

/**
 * A result that a newer result of the same evaluator version has replaced. An evaluator version scores a target again,
 * for example, after the target has received new data.
 */
export interface SupersededJudgment {
  value: number;
  label: Maybe<string>;
  comment: Maybe<string>;
  /** Time of the judgment, as ISO 8601. */
  createdAt: string;
}

/** The fields of a stored score, without the methods of the class. */
export interface ScoreFields extends ScoreConstructor {
  id: string;
  projectId?: Maybe<string>;
  /**
   * Id of the evaluator version that created the score. Null if no evaluator did. Only list operations return this
   * field.
   */
  evaluatorVersionId?: Maybe<string>;
  /**
   * Id of the evaluation rule that made the latest judgment. Null if no rule did. The rule may have been deleted. Only
   * list operations return this field.
   */
  evaluationRuleId?: Maybe<string>;
  /**
   * Earlier results of the evaluator version for the same target, newest first, at most 20. Empty if the evaluator
   * version has scored the target only once, or if no evaluator created the score. Only list operations return this
   * field.
   */
  supersededJudgments?: SupersededJudgment[] | undefined;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /**
   * The scored experiment item. Null if something else was scored, or if the item was deleted. Only list operations
   * return this field.
   */
  experimentItem?: Maybe<JudgedExperimentItem>;
}

export type ScoresFilter =
  | TextFilter<
      | "id"
      | "name"
      | "type"
      | "label"
      | "scorer"
      | "evaluatorVersionId"
      | "evaluationRuleId"
      | "comment"
      | "stepId"
      | "threadId"
    >
  | TimeFilter<"createdAt">
  | NumberFilter<"value">
  | ListFilter<"participant" | "tags">
  | NullFilter<
      | "participant"
      | "tags"
      | "label"
      | "scorer"
      | "evaluatorVersionId"
      | "evaluationRuleId"
      | "comment"
      | "stepId"
      | "threadId"
    >;

export type ScoresOrderBy = OrderBy<"createdAt" | "value">;
