import { assignFields, ownFields } from "./assign-fields.ts";
import type { Maybe } from "./types/json.ts";
import type {
  JudgedExperimentItem,
  ScoreConstructor,
  ScoreFields,
  ScoreType,
  SupersededJudgment,
} from "./types/scores.ts";

/** A score of a step, a thread or an experiment item. */
export class Score implements ScoreConstructor {
  declare id?: Maybe<string>;
  declare stepId?: Maybe<string>;
  declare generationId?: Maybe<string>;
  declare threadId?: Maybe<string>;
  declare datasetExperimentItemId?: Maybe<string>;
  declare name: string;
  declare value: number;
  declare type: ScoreType;
  declare label?: Maybe<string>;
  declare scorer?: Maybe<string>;
  declare comment?: Maybe<string>;
  declare tags?: Maybe<string[]>;
  declare projectId?: Maybe<string>;
  /**
   * Id of the evaluator version that created the score. Null if no evaluator did. Only list operations return this
   * field.
   */
  declare evaluatorVersionId?: Maybe<string>;
  /**
   * Id of the evaluation rule that made the latest judgment. Null if no rule did. The rule may have been deleted. Only
   * list operations return this field.
   */
  declare evaluationRuleId?: Maybe<string>;
  /**
   * Earlier results of the evaluator version for the same target, newest first, at most 20. Empty if the evaluator
   * version has scored the target only once, or if no evaluator created the score. Only list operations return this
   * field.
   */
  declare supersededJudgments?: SupersededJudgment[] | undefined;
  declare createdAt?: string | undefined;
  declare updatedAt?: string | undefined;
  /**
   * The scored experiment item. Null if something else was scored, or if the item was deleted. Only list operations
   * return this field.
   */
  declare experimentItem?: Maybe<JudgedExperimentItem>;

  /** Creates a score. The default values are those of a user's thumbs-up (`user-feedback`, 1, `HUMAN`). */
  constructor(data: Partial<ScoreFields | ScoreConstructor> = {}) {
    assignFields(this, data);
    this.name ??= "user-feedback";
    this.value ??= 1;
    this.type ??= "HUMAN";
  }

  /** Returns the fields as a plain object. */
  serialize(): ScoreConstructor {
    return ownFields(this);
  }
}
