import { cohensKappa, krippendorffsAlpha } from "./agreement.ts";
import {
  decisionToLabel,
  type DecisionLabels,
  judgeAgreement,
  type JudgedLabels,
  type RateEstimate,
} from "./judge-agreement.ts";
import { averageOf } from "./moments.ts";
import { wilsonInterval } from "./wilson-interval.ts";

/** Values that the judge and people gave to the same target. */
export interface LabeledTarget {
  readonly judge: number;
  readonly people: number;
}

/** Number of targets to which the judge gave a certain value. */
export interface ValueCount {
  readonly value: number;
  readonly count: number;
}

export interface JudgedTargets {
  readonly labeled: readonly LabeledTarget[];
  /** All values that the judge gave, each with the number of targets. Includes targets that people did not label. */
  readonly judged: readonly ValueCount[];
  /** `categories`: two values agree only if they are equal. `numbers`: values agree more the closer they are. */
  readonly scale: "categories" | "numbers";
  /** Minimum value that passes; null if the score has no pass threshold. */
  readonly passFrom: number | null;
}

/** Statistics of a judge's agreement with people. A statistic is null if the labels do not determine it. */
export interface JudgeCalibration {
  /** Share of labeled targets to which the judge and people gave the same value; null for numbers. */
  readonly agreement: RateEstimate | null;
  /** Agreement beyond chance: Cohen's kappa for categories, Krippendorff's alpha for numbers. */
  readonly kappa: number | null;
  readonly alpha: number | null;
  /** Average distance between the numbers that the judge and people gave to the same target. */
  readonly meanAbsoluteDifference: number | null;
  /** Pearson's correlation of the numbers. */
  readonly correlation: number | null;
  /**
   * Numbers of targets and labels, separately for the targets that the judge passed and the targets that the judge
   * failed. Null if `passFrom` is null.
   */
  readonly decisions: JudgedLabels | null;
  readonly truePositiveRate: RateEstimate | null;
  readonly falsePositiveRate: RateEstimate | null;
  readonly judgePassRate: RateEstimate | null;
  /** Estimated share of targets that people would pass. */
  readonly passRate: RateEstimate | null;
}

const minLabels = 40;
const minLabelsOfDecision = 5;
const minLabelsWithoutDecisions = 50;

export function calibrateJudge(targets: JudgedTargets): JudgeCalibration {
  const { labeled, judged, scale, passFrom } = targets;
  const pairs = labeled.map(({ judge, people }) => [judge, people] as const);
  const isNumber = scale === "numbers";
  const decisions = passFrom === null ? null : countDecisions(labeled, judged, passFrom);
  const {
    truePositiveRate = null,
    falsePositiveRate = null,
    passRate = null,
  } = decisions ? judgeAgreement(decisions) : {};
  const equal = pairs.filter(([one, other]) => one === other).length;
  return {
    agreement: isNumber ? null : shareOf(equal, pairs.length),
    kappa: isNumber ? null : cohensKappa(pairs),
    alpha: isNumber ? krippendorffsAlpha(pairs, "interval") : null,
    meanAbsoluteDifference:
      isNumber && pairs.length > 0 ? finite(averageOf(pairs.map(([one, other]) => Math.abs(one - other)))) : null,
    correlation: isNumber ? correlationOf(pairs) : null,
    decisions,
    truePositiveRate,
    falsePositiveRate,
    judgePassRate: decisions && shareOf(decisions.passed.judged, decisions.passed.judged + decisions.failed.judged),
    passRate,
  };
}

/**
 * Numbers of labeled targets that the judge passed and failed. For a score without a pass threshold, `all` is the
 * number of labeled targets.
 */
export type LabelCounts = { readonly passed: number; readonly failed: number } | { readonly all: number };

/**
 * Returns the number of further labels that a judge needs before its agreement with people counts as measured; 0 if it
 * has enough. Without a pass threshold, a judge needs 50 labels. With a pass threshold, it needs 40. At least 5 of them
 * must be on targets that the judge passed, and at least 5 on targets that it failed.
 */
export function missingLabels(counts: LabelCounts): number {
  if ("all" in counts) return missing(minLabelsWithoutDecisions, counts.all);
  const { passed, failed } = counts;
  const ofDecisions = missing(minLabelsOfDecision, passed) + missing(minLabelsOfDecision, failed);
  return Math.max(missing(minLabels, passed + failed), ofDecisions);
}

function missing(min: number, count: number): number {
  return Math.max(0, min - count);
}

/**
 * Returns how many of the next `count` labels should be on targets that the judge passed, and how many on targets that
 * the judge failed. If too few unlabeled targets are left, the two numbers add up to less than `count`. Null for a
 * score without a pass threshold.
 */
export function allocateLabels(
  { decisions }: JudgeCalibration,
  count: number,
): { readonly passed: number; readonly failed: number } | null {
  if (decisions === null) return null;
  let labels = decisions;
  const allocated = { passed: 0, failed: 0 };
  for (let label = 0; label < count; label += 1) {
    const decision = decisionWithFewLabels(labels) ?? decisionToLabel(labels);
    if (decision === null) break;
    allocated[decision] += 1;
    // The result of the new label is not known yet. So its expected value is added to `passed`: the share of passes
    // among the previous labels of this decision.
    const { judged, labeled, passed } = labels[decision];
    const rate = (passed + 0.5) / (labeled + 1);
    labels = { ...labels, [decision]: { judged, labeled: labeled + 1, passed: passed + rate } };
  }
  return allocated;
}

/**
 * Returns the judge's decision (`passed` or `failed`) that has too few labels: fewer than {@link minLabelsOfDecision},
 * although not all targets with this decision are labeled. If both have too few, returns the one with fewer labels.
 * Null if neither has.
 */
function decisionWithFewLabels(labels: JudgedLabels): keyof JudgedLabels | null {
  const few = (["passed", "failed"] as const).filter(
    (decision) => labels[decision].labeled < Math.min(minLabelsOfDecision, labels[decision].judged),
  );
  return few.toSorted((one, other) => labels[one].labeled - labels[other].labeled)[0] ?? null;
}

function countDecisions(
  labeled: readonly LabeledTarget[],
  judged: readonly ValueCount[],
  passFrom: number,
): JudgedLabels {
  const countOf = (isPassed: boolean): DecisionLabels => {
    const own = labeled.filter(({ judge }) => judge >= passFrom === isPassed);
    const count = judged.reduce((sum, each) => sum + (each.value >= passFrom === isPassed ? each.count : 0), 0);
    return {
      // Labeled targets may be missing in `judged`, so `count` may be smaller than the number of labeled targets.
      judged: Math.max(count, own.length),
      labeled: own.length,
      passed: own.filter(({ people }) => people >= passFrom).length,
    };
  };
  return { passed: countOf(true), failed: countOf(false) };
}

function shareOf(part: number, count: number): RateEstimate | null {
  return count === 0 ? null : { rate: part / count, interval: wilsonInterval(part / count, count) };
}

/** Returns Pearson's correlation of the numbers; null if the judge or people gave all targets the same number. */
function correlationOf(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < 2) return null;
  const [first, second] = [averageOf(pairs.map(([one]) => one)), averageOf(pairs.map(([, other]) => other))];
  let [product, one, other] = [0, 0, 0];
  for (const [x, y] of pairs) {
    product += (x - first) * (y - second);
    one += (x - first) ** 2;
    other += (y - second) ** 2;
  }
  return finite(product / Math.sqrt(one * other));
}

/** Replaces an infinite result with null. The squares of large numbers can be infinite. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}
