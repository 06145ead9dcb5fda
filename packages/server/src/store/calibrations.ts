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

/** Range of creation times of a version's scores. Null: no limit. */
export interface JudgedTime {
  readonly from: number | null;
  readonly until: number | null;
}

/**
 * Reads the scores from which calibrations compute how well evaluator versions agree with people. The scores of other
 * versions of the same evaluator do not count for a version.
 */
export interface CalibrationStore {
  /**
   * Returns the newest `limit` labels for each score name, oldest first. A label is a score that a person gave to a
   * target of the versions, with the score name of the version.
   */
  labels(projectId: string, versions: readonly CalibratedVersion[], limit: number): Promise<JudgedLabel[]>;
  /** Counts the values of the newest `limit` scores of a version. */
  values(projectId: string, versionId: string, time: JudgedTime, limit: number): Promise<JudgedValue[]>;
  /**
   * Returns ids of targets that a version scored and no person labeled. They are a random sample from the newest
   * `window` scores of the version. The sample stays the same until the scores change. `passes` selects only scores of
   * at least `from` or, if `isPassed` is false, only lower scores.
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
