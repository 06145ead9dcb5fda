import { normalQuantile } from "./distributions.ts";
import { holm } from "./holm.ts";
import { defaultConfidence, type Interval } from "./interval.ts";
import { meanInterval } from "./mean-interval.ts";
import { averageOf, varianceOf } from "./moments.ts";
import { signFlipTest } from "./sign-flip-test.ts";

/** Averages of one score for one item, which repeats of the item share. */
export interface ScorePair {
  readonly before: number;
  readonly after: number;
}

export interface CompareScoresOptions {
  /** Confidence of intervals and verdicts. Default: 0.95. */
  readonly confidence?: number | undefined;
  /** Smallest difference of interest, as a share of the score's range. Default: 0.05. */
  readonly relevantDifference?: number | undefined;
  /** Seed of the resampling. Default: 1. */
  readonly seed?: number | undefined;
}

/**
 * Result of a comparison. `same`: no clear difference, among enough items to detect a relevant one. `unknown`: no clear
 * difference, among too few items.
 */
export type Verdict = "improved" | "regressed" | "same" | "unknown";

/** Difference of one score between two experiments on the same items. */
export interface ComparedScore {
  readonly name: string;
  /** Number of items with a score in both. */
  readonly items: number;
  /** Average over these items. */
  readonly before: number;
  readonly after: number;
  /** `after` minus `before`. */
  readonly difference: number;
  /** Interval of the difference; null for one item. */
  readonly interval: Interval | null;
  /** Two-sided p-value of the difference. */
  readonly pValue: number;
  /** By Holm's method. */
  readonly adjustedPValue: number;
  readonly verdict: Verdict;
  /** Further items needed to detect a difference of this size with a power of 80 %; 0 unless the verdict is `unknown`. */
  readonly itemsNeeded: number;
}

/** Share of comparisons in which a difference of the assumed size is detected. */
const power = 0.8;

/**
 * Compares scores by name, pair by pair, in the given order. Scores without a pair are omitted. Verdicts hold for all
 * scores together: p-values are adjusted by Holm.
 */
export function compareScores(
  scores: Iterable<readonly [name: string, pairs: readonly ScorePair[]]>,
  options: CompareScoresOptions = {},
): ComparedScore[] {
  const { confidence = defaultConfidence, relevantDifference = 0.05, seed = 1 } = options;
  const paired = [...scores].filter(([, pairs]) => pairs.length > 0);
  // The bound that Holm's method sets for the smallest p-value.
  const alpha = (1 - confidence) / paired.length;
  const compared = paired.map(([name, pairs]) => {
    const differences = pairs.map(({ before, after }) => after - before);
    return {
      name,
      items: pairs.length,
      before: averageOf(pairs.map(({ before }) => before)),
      after: averageOf(pairs.map(({ after }) => after)),
      difference: averageOf(differences),
      interval: differenceInterval(pairs, differences, { confidence, seed }),
      pValue: signFlipTest(differences, seed),
      required: requiredItems(pairs, differences, { alpha, relevantDifference }),
    };
  });
  const adjusted = holm(compared.map(({ pValue }) => pValue));
  return compared.map(({ required, ...score }, index) => {
    const adjustedPValue = adjusted[index] ?? 1;
    const missing = Math.max(0, required - score.items);
    const verdict = verdictOf(score.difference, adjustedPValue <= 1 - confidence, missing);
    return { ...score, adjustedPValue, verdict, itemsNeeded: verdict === "unknown" ? missing : 0 };
  });
}

function verdictOf(difference: number, isClear: boolean, missing: number): Verdict {
  if (isClear) return difference > 0 ? "improved" : "regressed";
  return missing > 0 ? "unknown" : "same";
}

/** Range that differences are measured by: that of all values, of 0 and of 1, since most scores are from 0 to 1. */
function rangeOf(pairs: readonly ScorePair[]): number {
  let [least, greatest] = [0, 1];
  for (const { before, after } of pairs) {
    least = Math.min(least, before, after);
    greatest = Math.max(greatest, before, after);
  }
  return greatest - least;
}

/**
 * The bootstrap cannot vary differences that are all equal. Then the interval allows for the items that were not seen: by
 * the exact binomial limit, at most 1 - (alpha / 2)^(1 / n) of all items differ from n that agree.
 */
function differenceInterval(
  pairs: readonly ScorePair[],
  differences: readonly number[],
  { confidence, seed }: { readonly confidence: number; readonly seed: number },
): Interval | null {
  const interval = meanInterval(differences, { confidence, seed });
  if (interval === null || interval.lower < interval.upper) return interval;
  const unseen = (1 - ((1 - confidence) / 2) ** (1 / differences.length)) * rangeOf(pairs);
  return { lower: interval.lower - unseen, upper: interval.upper + unseen };
}

/** Number of items to detect the difference found, or the smallest relevant one if that is larger. */
function requiredItems(
  pairs: readonly ScorePair[],
  differences: readonly number[],
  { alpha, relevantDifference }: { readonly alpha: number; readonly relevantDifference: number },
): number {
  const relevant = Math.max(Math.abs(averageOf(differences)), relevantDifference * rangeOf(pairs));
  // With fewer, the test cannot be significant even if all differences have one sign.
  const testable = Math.ceil(1 - Math.log2(alpha));
  const variance = differences.length < 2 ? 0 : varianceOf(differences);
  // Rule of three (Hanley and Lippman-Hand 1983): so many items that agree exclude a relevant share of others.
  if (variance === 0) return Math.max(testable, Math.ceil((-Math.log(alpha) * rangeOf(pairs)) / relevant));
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  return Math.max(testable, Math.ceil((z * z * variance) / (relevant * relevant)));
}
