import type { Lister } from "./list.ts";

export type ScoreType = "HUMAN" | "CODE" | "AI";

/** Maximum number of stored earlier judgments of a score. */
export const maxSupersededJudgments = 20;

/**
 * A judgment that a later judgment of the same evaluator version replaced, for example because the scored record had
 * received new data.
 */
export interface SupersededJudgment {
  readonly value: number;
  readonly label: string | null;
  readonly comment: string | null;
  readonly createdAt: number;
}

/**
 * A score of a thread, a step, a generation (by the id of its step) or an experiment item. Times are epoch
 * milliseconds.
 */
export interface ScoreRecord {
  readonly id: string;
  /**
   * Time of the judgment if an evaluator created the score. Otherwise, the creation time from the client, or else the
   * time of arrival.
   */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly type: ScoreType;
  readonly value: number;
  readonly label: string | null;
  readonly scorer: string | null;
  readonly comment: string | null;
  readonly tags: readonly string[] | null;
  readonly stepId: string | null;
  readonly generationId: string | null;
  readonly threadId: string | null;
  readonly datasetExperimentItemId: string | null;
  readonly evaluatorVersionId: string | null;
  /** Rule that made the latest judgment; null if no rule did. The rule may have been deleted. */
  readonly evaluationRuleId: string | null;
  /**
   * Person who gave this score as a label, such as `account:<id>`; null if the score is not a label. Judges are
   * compared only with labels.
   */
  readonly labeledBy: string | null;
  /**
   * Earlier judgments of the score's evaluator version, newest first. Null without any. Filters, statistics and charts
   * ignore them.
   */
  readonly supersededJudgments: readonly SupersededJudgment[] | null;
}

/**
 * Fields to write to a score, merged by id. In a new score, absent fields are null. The scored step or thread need not
 * be stored yet.
 */
export interface ScoreWrite {
  readonly id: string;
  /**
   * Time of arrival. Stored as `updatedAt`. Also stored as `createdAt` if the score is new and the write has no
   * `createdAt`.
   */
  readonly at: number;
  /** Creation time from the client; only used for a new score. */
  readonly createdAt?: number | null | undefined;
  readonly name: string;
  readonly type: ScoreType;
  readonly value: number;
  readonly label?: string | null | undefined;
  readonly scorer?: string | null | undefined;
  readonly comment?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly stepId?: string | null | undefined;
  readonly generationId?: string | null | undefined;
  readonly threadId?: string | null | undefined;
  readonly datasetExperimentItemId?: string | null | undefined;
  readonly evaluatorVersionId?: string | null | undefined;
  readonly evaluationRuleId?: string | null | undefined;
  readonly labeledBy?: string | null | undefined;
  /**
   * Whether the write is a judgment of an evaluator, made at the time `at`. The newest judgment determines `value` and
   * `createdAt` of the score. Older judgments are moved to `supersededJudgments`. If the same judgment is written
   * twice, it is stored once.
   */
  readonly isJudgment?: boolean | undefined;
}

export interface ScoreStore extends Lister<ScoreRecord> {
  /** Merges scores in one durable transaction. Resolves to null for each score that was deleted earlier. */
  upsertMany(projectId: string, writes: readonly ScoreWrite[]): Promise<(ScoreRecord | null)[]>;
  /** Merges a score. Resolves to null if it, or its step or thread, was deleted earlier. */
  upsertUnlessDeleted(projectId: string, write: ScoreWrite): Promise<ScoreRecord | null>;
  /** Updates the given fields. Resolves to null if not found. */
  update(
    projectId: string,
    id: string,
    change: {
      readonly value: number;
      readonly comment?: string | null | undefined;
      readonly labeledBy?: string | null | undefined;
      readonly updatedAt: number;
    },
  ): Promise<ScoreRecord | null>;
  getMany(projectId: string, ids: readonly string[]): Promise<(ScoreRecord | null)[]>;
  /** Scores of each step and its generation, oldest first. */
  ofSteps(projectId: string, stepIds: readonly string[]): Promise<ScoreRecord[][]>;
  /** Scores on each thread, oldest first; scores on its steps are not included. */
  ofThreads(projectId: string, threadIds: readonly string[]): Promise<ScoreRecord[][]>;
  /** The newest scores of the steps of each thread, newest first. */
  ofStepsOfThreads(
    projectId: string,
    threadIds: readonly string[],
    options: { readonly first: number; readonly names?: readonly string[] | undefined },
  ): Promise<ScoreRecord[][]>;
  /** Oldest first. */
  ofExperimentItems(projectId: string, itemIds: readonly string[]): Promise<ScoreRecord[][]>;
  /**
   * The newest `first` scores of each evaluator, newest first. The scores of all versions of an evaluator are taken
   * together.
   */
  ofEvaluators(projectId: string, evaluatorIds: readonly string[], first: number): Promise<ScoreRecord[][]>;
  delete(projectId: string, id: string, deletedAt: number): Promise<ScoreRecord | null>;
}
