/**
 * Whether a judge is measured, which means that people have labeled enough of the targets that it scored.
 * `OUT_OF_DATE`: there are enough labels in total, but too few in the last 90 days.
 */
export type MeasuredState = "NOT_MEASURED" | "MEASURED" | "OUT_OF_DATE";

/** An estimated share, from 0 to 1, with its 95 % interval. */
export interface RateEstimate {
  rate: number;
  lower: number;
  upper: number;
}

/** Numbers of targets that the judge passed, or of those that it failed. */
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
   * Smallest value that passes. Default with two categories: the larger value. Otherwise, there is no default, and
   * values neither pass nor fail.
   */
  passFrom?: number | undefined;
  /** Maximum number of disagreements to return, 1 to 100. Default: 50. */
  disagreements?: number | undefined;
  /** Number of disagreements to skip. Default: 0. */
  skip?: number | undefined;
  /** Maximum number of targets to suggest for labeling, 1 to 100. Default: 10. */
  nextTargets?: number | undefined;
}

/** Agreement of an evaluator version with people. */
export interface Calibration {
  measured: MeasuredState;
  /** Number of further labels that the version needs to be `MEASURED`, on targets of the last 90 days. */
  missingLabelCount: number;
  scale: "CATEGORIES" | "NUMBERS";
  /** Smallest value that passes. Null if values do not pass or fail. */
  passFrom: number | null;
  /** Number of scored targets, of at most the newest 20,000 scores. */
  judgedCount: number;
  /** Whether there are more than 20,000 scores, so that only the newest are counted. */
  isSampled: boolean;
  /** Number of scored targets with a label. */
  labeledCount: number;
  labelerCount: number;
  /** Number of labeled targets on which people have no majority. They are left out. */
  undecidedCount: number;
  /** Categories in ascending order of their values; empty for numbers. */
  categories: { value: number; label: string }[];
  /** Confusion matrix: the cells that are not 0; empty for numbers. */
  matrix: { judgeValue: number; peopleValue: number; count: number }[];
  /**
   * Share of labeled targets to which the judge and people gave the same value. Null for numbers, and without labels.
   */
  agreement: RateEstimate | null;
  /** Cohen's kappa. Null for numbers, and if all values are equal. */
  kappa: number | null;
  /** Krippendorff's alpha. Null for categories, and if all values are equal. */
  alpha: number | null;
  meanAbsoluteDifference: number | null;
  /**
   * Pearson's correlation of the numbers. Null for categories, and if the judge or people gave all targets the same
   * number.
   */
  correlation: number | null;
  passed: DecisionLabels | null;
  failed: DecisionLabels | null;
  /** Share of the targets passed by people that the judge also passes. */
  truePositiveRate: RateEstimate | null;
  /** Share of the targets failed by people that the judge passes. */
  falsePositiveRate: RateEstimate | null;
  judgePassRate: RateEstimate | null;
  /**
   * Estimated share of the targets that people would pass. Null unless some targets that the judge passed and some that
   * it failed have labels.
   */
  passRate: RateEstimate | null;
  disagreementCount: number;
  /** Targets with different values, largest difference first. */
  disagreements: Disagreement[];
  /** Targets whose labels narrow the interval of the pass rate most. */
  nextTargets: { targetId: string }[];
}

/** Scores of one week. */
export interface WeekAverage {
  /** Number of scores, at most the newest 20,000. */
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

/** Version of a judge, and whether people have labeled enough of its scores. */
export interface JudgeState {
  scoreName: string;
  evaluatorId: string;
  evaluatorName: string;
  versionId: string;
  versionNumber: number;
  measured: MeasuredState;
}
