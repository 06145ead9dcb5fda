export { cohensKappa, type ItemRatings, krippendorffsAlpha, type RatingScale, rawAgreement } from "./agreement.ts";
export {
  allocateLabels,
  calibrateJudge,
  type JudgeCalibration,
  type JudgedTargets,
  type LabelCounts,
  type LabeledTarget,
  missingLabels,
  type ValueCount,
} from "./calibrate-judge.ts";
export {
  type ComparedScore,
  compareScores,
  type CompareScoresOptions,
  type DirectionOf,
  type ScoreDirection,
  type ScorePair,
  type Verdict,
} from "./compare-scores.ts";
export { describeVerdict } from "./describe-verdict.ts";
export { defaultConfidence, type Interval, jointConfidence } from "./interval.ts";
export type { MeanIntervalOptions } from "./mean-interval.ts";
export { passAtK, passHatK, type PassRates, passRates } from "./pass-rates.ts";
export { countOf, smallestPValue } from "./permutation-test.ts";
export {
  comparePeriods,
  type PeriodAverage,
  type PeriodComparison,
  type ScoreDrift,
  scoreDrift,
} from "./score-drift.ts";
export { type ScoreSummary, summarizeScore } from "./summarize-score.ts";
export {
  decisionToLabel,
  type DecisionLabels,
  type JudgeAgreement,
  judgeAgreement,
  type JudgedLabels,
  type RateEstimate,
} from "./judge-agreement.ts";
