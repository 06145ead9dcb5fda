import { normalQuantile } from "./distributions.ts";
import { defaultConfidence, type Interval } from "./interval.ts";
import { wilsonInterval } from "./wilson-interval.ts";

/** Targets for which a judge made the same decision. */
export interface DecisionLabels {
  /** Number of targets, with or without a label. */
  readonly judged: number;
  /**
   * Number of targets that people labeled. They must be a random sample of the targets with this decision of the judge.
   */
  readonly labeled: number;
  /** Number of labeled targets that people passed. */
  readonly passed: number;
}

/**
 * Numbers of targets and labels, separately for the targets that a judge passed and the targets that the judge failed.
 * People may have labeled a larger share of one group than of the other.
 */
export interface JudgedLabels {
  readonly passed: DecisionLabels;
  readonly failed: DecisionLabels;
}

/** Estimated share, from 0 to 1. */
export interface RateEstimate {
  readonly rate: number;
  readonly interval: Interval;
}

/** Estimates from a comparison of a judge's decisions with human labels. */
export interface JudgeAgreement {
  /** Share of labeled targets where judge and people agree; null without labels. */
  readonly agreement: RateEstimate | null;
  /** Of the targets that people passed, the share that the judge passed, too: its sensitivity. */
  readonly truePositiveRate: RateEstimate | null;
  /** Of the targets that people failed, the share that the judge passed: 1 minus its specificity. */
  readonly falsePositiveRate: RateEstimate | null;
  /** Estimated share of all targets that people would pass. */
  readonly passRate: RateEstimate | null;
}

/**
 * Count that is added to the number of passed labels, and also to the number of failed labels. Without it, the
 * estimated variance would be 0 if all labels were equal.
 */
const pseudoCount = 0.5;

/**
 * Estimates how well a judge agrees with people.
 *
 * People may have labeled a larger share of the targets that the judge passed than of the targets that the judge
 * failed, or the reverse. The estimates are corrected for this, except `agreement`. The method for the true and false
 * positive rates is Begg and Greenes (1983), "Assessment of diagnostic tests when disease verification is subject to
 * selection bias". The method for the pass rate is Tenenbein (1970), "A double sampling scheme for estimating from
 * binomial data with misclassifications".
 *
 * If the judge made the same decision on all labeled targets, all results except `agreement` are null. The true
 * positive rate is also null if people passed no labeled target. The false positive rate is also null if people failed
 * none.
 */
export function judgeAgreement(
  { passed, failed }: JudgedLabels,
  confidence: number = defaultConfidence,
): JudgeAgreement {
  const labeled = passed.labeled + failed.labeled;
  const agreement = (passed.passed + failed.labeled - failed.passed) / labeled;
  const whole: JudgeAgreement = {
    agreement: labeled === 0 ? null : { rate: agreement, interval: wilsonInterval(agreement, labeled, confidence) },
    truePositiveRate: null,
    falsePositiveRate: null,
    passRate: null,
  };
  if (passed.labeled === 0 || failed.labeled === 0) return whole;

  const z = normalQuantile(0.5 + confidence / 2);
  const [good, bad] = [outcome(passed), outcome(failed)];
  const judged = passed.judged + failed.judged;
  const share = passed.judged / judged;
  return {
    ...whole,
    truePositiveRate: ofOdds({ share, judged, z }, good, bad),
    falsePositiveRate: ofOdds({ share, judged, z }, opposite(good), opposite(bad)),
    passRate: weighted({ share, judged, z }, good, bad),
  };
}

/**
 * Returns which targets people should label next: those that the judge `passed`, or those that it `failed`. Chooses the
 * group in which a further label narrows the confidence interval of the pass rate more. Null if all targets are
 * labeled.
 */
export function decisionToLabel({ passed, failed }: JudgedLabels): "failed" | "passed" | null {
  if (passed.labeled >= passed.judged && failed.labeled >= failed.judged) return null;
  return gainOfLabel(passed) >= gainOfLabel(failed) ? "passed" : "failed";
}

/** Returns a value proportional to the reduction of the pass rate's variance by one more label (Neyman 1934). */
function gainOfLabel(labels: DecisionLabels): number {
  if (labels.labeled >= labels.judged) return 0;
  const { rate, count } = outcome(labels);
  return (labels.judged ** 2 * rate * (1 - rate)) / (count * (count + 1));
}

interface Outcome {
  /** Share of labeled targets that people passed, as observed. */
  readonly observed: number;
  /** Share of labeled targets that people passed, with pseudo counts, so that it is never 0 or 1. */
  readonly rate: number;
  readonly count: number;
}

function outcome({ labeled, passed }: DecisionLabels): Outcome {
  const count = labeled + 2 * pseudoCount;
  return { observed: passed / labeled, rate: (passed + pseudoCount) / count, count };
}

const opposite = ({ observed, rate, count }: Outcome): Outcome => ({ observed: 1 - observed, rate: 1 - rate, count });

interface Weights {
  /** Share of targets that the judge passed. */
  readonly share: number;
  readonly judged: number;
  /** Quantile of the normal distribution for the confidence. */
  readonly z: number;
}

/**
 * Returns the share of targets that the judge passed, among the targets that people passed. `whenPassed` describes the
 * targets that the judge passed, and `whenFailed` those that the judge failed. Null if people passed no labeled target.
 *
 * With the {@link opposite} of both, returns the share among the targets that people failed.
 */
function ofOdds({ share, judged, z }: Weights, whenPassed: Outcome, whenFailed: Outcome): RateEstimate | null {
  const [passed, failed] = [share * whenPassed.observed, (1 - share) * whenFailed.observed];
  if (passed + failed === 0) return null;
  const logOdds = Math.log((share * whenPassed.rate) / ((1 - share) * whenFailed.rate));
  const variance = 1 / (judged * share * (1 - share)) + relativeVariance(whenPassed) + relativeVariance(whenFailed);
  const end = (direction: number): number => 1 / (1 + Math.exp(-logOdds - direction * z * Math.sqrt(variance)));
  const rate = passed / (passed + failed);
  return { rate, interval: around(rate, end(-1), end(1)) };
}

const relativeVariance = ({ rate, count }: Outcome): number => (1 - rate) / (rate * count);

function weighted({ share, judged, z }: Weights, whenPassed: Outcome, whenFailed: Outcome): RateEstimate {
  const center = share * whenPassed.rate + (1 - share) * whenFailed.rate;
  const variance =
    share ** 2 * sampleVariance(whenPassed) +
    (1 - share) ** 2 * sampleVariance(whenFailed) +
    ((whenPassed.rate - whenFailed.rate) ** 2 * share * (1 - share)) / judged;
  const half = z * Math.sqrt(variance);
  const rate = share * whenPassed.observed + (1 - share) * whenFailed.observed;
  return { rate, interval: around(rate, Math.max(0, center - half), Math.min(1, center + half)) };
}

/**
 * Extends an interval to include the observed rate. The interval is computed with pseudo counts, so it may exclude an
 * observed rate of 0 or 1.
 */
function around(rate: number, lower: number, upper: number): Interval {
  return { lower: Math.min(lower, rate), upper: Math.max(upper, rate) };
}

const sampleVariance = ({ rate, count }: Outcome): number => (rate * (1 - rate)) / count;
