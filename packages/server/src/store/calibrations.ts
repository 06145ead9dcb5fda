import type { EvaluatorVersionRecord } from "./evaluators.ts";

/** Version of an evaluator, with what its scores have in common. */
export type CalibratedVersion = Pick<EvaluatorVersionRecord, "id" | "scoreName" | "target">;

/** A label of a person, with the score of the version for the same target. Times are epoch milliseconds. */
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

/** Number of scores of a version with the same value. */
export interface JudgedValue {
  readonly value: number;
  /** Label of one of the scores. */
  readonly label: string | null;
  readonly count: number;
}

/** Time of the version's scores. Null: no limit. */
export interface JudgedTime {
  readonly from: number | null;
  readonly until: number | null;
}

/** Reads for the agreement of evaluator versions with people. A version is only compared by its own scores. */
export interface CalibrationStore {
  /**
   * Labels of the targets that the versions scored, oldest first. A label is a score of a person with the same name.
   * Only the newest `limit` labels of each name are read.
   */
  labels(projectId: string, versions: readonly CalibratedVersion[], limit: number): Promise<JudgedLabel[]>;
  /** Counts the values of the newest `limit` scores of a version. */
  values(projectId: string, versionId: string, time: JudgedTime, limit: number): Promise<JudgedValue[]>;
  /**
   * Ids of targets without a label that a version scored, as a random sample of its newest `window` scores. The
   * sample stays the same until the scores change. `passes` restricts it to values that pass or fail.
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
