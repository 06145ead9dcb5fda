/**
 * Whether people have labeled enough targets of a judge to show how reliable it is. `OUT_OF_DATE`: there are enough
 * labels in total, but too few for targets that the judge scored in the last 90 days.
 */
export type MeasuredState = "NOT_MEASURED" | "MEASURED" | "OUT_OF_DATE";

/** An estimated share, from 0 to 1, with its 95 % confidence interval. */
export interface RateEstimate {
  rate: number;
  lower: number;
  upper: number;
}

/**
 * Counts of the targets for which the judge made the same decision. A calibration has them twice: in `passed` for the
 * targets that the judge passed, and in `failed` for those that it failed.
 */
export interface DecisionLabels {
  judgedCount: number;
  labeledCount: number;
  /** Number of labeled targets that people passed. */
  passedCount: number;
}

/** A target to which the judge and people gave different values. */
export interface Disagreement {
  /** Id of the step, thread or experiment item. */
  targetId: string;
  peopleValue: number;
  /** Null if the score was deleted. */
  judgeScore: { id: string; value: number; label: string | null; comment: string | null } | null;
  /** The newest label of each person, newest first. */
  labels: {
    id: string;
    value: number;
    label: string | null;
    comment: string | null;
    scorer: string | null;
  }[];
}

/** Selects the scores to compare with labels of people, and the targets to return. */
export interface CalibrationQuery {
  /** Only scores created at this time or later. Default: no limit. */
  from?: string | number | Date | undefined;
  /** Only scores created at this time or earlier. Default: no limit. */
  until?: string | number | Date | undefined;
  /**
   * Smallest value that counts as passed. Default for scores with two categories: the larger of the two values. Other
   * scores have no default: if `passFrom` is not given, results such as `passRate` are null.
   */
  passFrom?: number | undefined;
  /** Maximum number of disagreements to return, 1 to 100. Default: 50. */
  disagreements?: number | undefined;
  /** Number of disagreements to skip. Default: 0. */
  skip?: number | undefined;
  /** Maximum number of targets to suggest for labeling, 1 to 100. Default: 10. */
  nextTargets?: number | undefined;
}

/** Comparison of the scores of an evaluator version with the labels that people gave to the same targets. */
export interface Calibration {
  measured: MeasuredState;
  /**
   * Number of further targets that people must label until the version is `MEASURED`. Only targets that the version
   * scored in the last 90 days count.
   */
  missingLabelCount: number;
  scale: "CATEGORIES" | "NUMBERS";
  /** Smallest value that counts as passed. Null if the query has no `passFrom`, and the scores have no default. */
  passFrom: number | null;
  /**
   * Number of scored targets. If there are more than 20,000 scores, only the targets of the newest 20,000 are counted.
   */
  judgedCount: number;
  /** Whether the limit of 20,000 scores was reached, so that older ones may not be counted. */
  isSampled: boolean;
  /** Number of scored targets with a label. */
  labeledCount: number;
  labelerCount: number;
  /**
   * Number of targets without a majority: no value was given by more than half of the people who labeled the target.
   * Such a target is not compared with the judge, and not counted in `labeledCount`.
   */
  undecidedCount: number;
  /** Categories in ascending order of their values. Empty if `scale` is `NUMBERS`. */
  categories: { value: number; label: string }[];
  /** Confusion matrix without the cells that are 0. Empty if `scale` is `NUMBERS`. */
  matrix: { judgeValue: number; peopleValue: number; count: number }[];
  /**
   * Share of labeled targets to which the judge and people gave the same value. Null without labels, and if `scale` is
   * `NUMBERS`.
   */
  agreement: RateEstimate | null;
  /**
   * Cohen's kappa, which is the agreement beyond chance. Null without labels, if the judge and people gave all targets
   * the same value, and if `scale` is `NUMBERS`.
   */
  kappa: number | null;
  /**
   * Krippendorff's alpha of numbers. Null without labels, if the judge and people gave all targets the same number, and
   * if `scale` is `CATEGORIES`.
   */
  alpha: number | null;
  meanAbsoluteDifference: number | null;
  /**
   * Pearson's correlation of the numbers. Null if the judge or people gave only one number, and if `scale` is
   * `CATEGORIES`.
   */
  correlation: number | null;
  passed: DecisionLabels | null;
  failed: DecisionLabels | null;
  /** Of the targets that people passed, the share that the judge passed, too. */
  truePositiveRate: RateEstimate | null;
  /** Of the targets that people failed, the share that the judge passed. */
  falsePositiveRate: RateEstimate | null;
  judgePassRate: RateEstimate | null;
  /**
   * Estimated share of the targets that people would pass. Null until people have labeled some targets that the judge
   * passed, and some that it failed.
   */
  passRate: RateEstimate | null;
  disagreementCount: number;
  /** Targets with different values, largest difference first. */
  disagreements: Disagreement[];
  /** Targets that people should label next, because these labels make the estimated `passRate` most accurate. */
  nextTargets: { targetId: string }[];
}

/** Scores of one week. */
export interface WeekAverage {
  /** Number of scores. If there are more than 20,000, only the newest 20,000 are counted. */
  count: number;
  /** Average value; the pass rate if all values are 0 or 1. */
  average: number;
}

/** Scores of an evaluator version in the last 7 days, compared with those of the 7 days before. */
export interface ScoreDrift {
  before: WeekAverage;
  after: WeekAverage;
  /** Whether the averages differ significantly, and by at least 5 % of the range of the values. */
  drifts: boolean;
}

/** A version of a judge, and whether people have labeled enough of its scores to show how reliable it is. */
export interface JudgeState {
  scoreName: string;
  evaluatorId: string;
  evaluatorName: string;
  versionId: string;
  versionNumber: number;
  measured: MeasuredState;
}
