import type { EvaluatorVersionRecord } from "./evaluators.ts";

export type CalibratedVersion = Pick<EvaluatorVersionRecord, "id" | "scoreName" | "target">;

/**
 * A person's label of a target, and the score that an evaluator version gave to the same target. Times are epoch
 * milliseconds.
 */
export interface JudgedLabel {
  readonly versionId: string;
  /** Id of the step, thread or experiment item. */
  readonly targetId: string;
  readonly judgeScoreId: string;
  readonly judgeValue: number;
  readonly judgeLabel: string | null;
  readonly judgedAt: number;
  readonly labelScoreId: string;
  readonly labeledBy: string;
  readonly value: number;
  readonly label: string | null;
}

export interface JudgedValue {
  readonly value: number;
  /** Label of one of the scores. */
  readonly label: string | null;
  readonly count: number;
}

/** Range of creation times of a version's scores. Null: no limit. */
export interface JudgedTime {
  readonly from: number | null;
  readonly until: number | null;
}

/**
 * Reads the data from which the agreement between evaluator versions and people is computed. Each version is compared
 * only by its own scores.
 */
export interface CalibrationStore {
  /**
   * Labels of the targets that the versions scored, oldest first. A label is a person's score with the same score name.
   * Only the newest `limit` labels of each name are read.
   */
  labels(projectId: string, versions: readonly CalibratedVersion[], limit: number): Promise<JudgedLabel[]>;
  /** Counts the values of the newest `limit` scores of a version. */
  values(projectId: string, versionId: string, time: JudgedTime, limit: number): Promise<JudgedValue[]>;
  /**
   * Ids of targets that a version scored and no person labeled: a random sample from the version's newest `window`
   * scores. The sample stays the same until the scores change. `passes` restricts it to values that pass or fail.
   */
  unlabeled(
    projectId: string,
    version: CalibratedVersion,
    options: JudgedTime & {
      readonly passes: { readonly from: number; readonly isPassed: boolean } | null;
      readonly window: number;
      readonly limit: number;
    },
  ): Promise<string[]>;
}
