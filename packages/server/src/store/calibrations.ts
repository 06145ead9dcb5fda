import type { EvaluatorVersionRecord } from "./evaluators.ts";

export type CalibratedVersion = Pick<EvaluatorVersionRecord, "id" | "scoreName" | "target">;

/**
 * Two scores of the same target: a person's label, and the score of an evaluator version. Times are epoch milliseconds.
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
  /** Label of one of the counted scores. */
  readonly label: string | null;
  readonly count: number;
}

/** Range of times in which the scores of a version were created. Null: no limit. */
export interface JudgedTime {
  readonly from: number | null;
  readonly until: number | null;
}

/** Reads the scores from which calibrations compute how well each evaluator version agrees with people. */
export interface CalibrationStore {
  /**
   * Returns labels (scores by people), each with the score that one of `versions` gave to the same target under the
   * same name. If several versions scored the target, the label is returned for each of them. Reads only the newest
   * `limit` labels of each name. Labels without such a score are left out, but count toward the limit. Labels of the
   * same name and kind of target are in ascending order of creation.
   */
  labels(projectId: string, versions: readonly CalibratedVersion[], limit: number): Promise<JudgedLabel[]>;
  /** Counts the values of the newest `limit` scores of a version. */
  values(projectId: string, versionId: string, time: JudgedTime, limit: number): Promise<JudgedValue[]>;
  /**
   * Returns the ids of a random sample of targets that a version scored and no person labeled. Only the newest `window`
   * scores of the version are read. The sample stays the same until the scores change. `passes` limits the sample to
   * targets with a score of at least `from` or, if `isPassed` is false, to targets with a lower score.
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
