import { normalQuantile } from "./distributions.ts";
import { holm } from "./holm.ts";
import { defaultConfidence, type Interval } from "./interval.ts";
import { meanInterval } from "./mean-interval.ts";
import { averageOf, varianceOf } from "./moments.ts";
import { signFlipTest } from "./sign-flip-test.ts";

/**
 * Values of one score for one item in two experiments. If an experiment ran the item several times, the value is the
 * average of these runs.
 */
export interface ScorePair {
  readonly before: number;
  readonly after: number;
}

/** Whether higher or lower values of a score are better; `NEUTRAL`: neither. */
export type ScoreDirection = "HIGHER_IS_BETTER" | "LOWER_IS_BETTER" | "NEUTRAL";

export interface CompareScoresOptions {
  /** Confidence of intervals and verdicts. Default: 0.95. */
  readonly confidence?: number | undefined;
  /** Smallest difference that matters, as a share of the score's range. Default: 0.05. */
  readonly relevantDifference?: number | undefined;
  /** Seed of the resampling. Default: 1. */
  readonly seed?: number | undefined;
}

export type DirectionOf = (name: string) => ScoreDirection;

/**
 * Result of a comparison. `higher` and `lower`: there is a clear difference in a score whose direction is `NEUTRAL`.
 * `same`: there is no clear difference, and there are enough items to detect a relevant one. `unknown`: there is no
 * clear difference, but too few items to detect a relevant one.
 */
export type Verdict = "improved" | "regressed" | "higher" | "lower" | "same" | "unknown";

/** Difference in one score between two experiments on the same items. */
export interface ComparedScore {
  readonly name: string;
  /** Number of items that have the score in both experiments. */
  readonly items: number;
  /** Average in the first experiment, over the items that have the score in both experiments. */
  readonly before: number;
  readonly after: number;
  /** `after` minus `before`. */
  readonly difference: number;
  /** Confidence interval of the difference. Null if there is only one item. */
  readonly interval: Interval | null;
  /** Two-sided p-value of the difference. It is not adjusted for the number of scores; see `adjustedPValue`. */
  readonly pValue: number;
  /** The p-value, adjusted for the number of scores by Holm's method. */
  readonly adjustedPValue: number;
  readonly verdict: Verdict;
  /**
   * Number of further items needed to detect a difference of this size with a power of 80 %. Always 0 unless the
   * verdict is `unknown`.
   */
  readonly itemsNeeded: number;
}

/** Probability of detecting a difference of the assumed size. */
const power = 0.8;

/**
 * Compares scores by name, in the given order. Scores without pairs are omitted. The p-values are adjusted by Holm's
 * method, so that comparing more scores does not make it more likely to report a difference that is due to chance.
 *
 * @param options.directionOf Default: higher values are better.
 */
export function compareScores(
  scores: Iterable<readonly [name: string, pairs: readonly ScorePair[]]>,
  options: CompareScoresOptions & { readonly directionOf?: DirectionOf | undefined } = {},
): ComparedScore[] {
  const { confidence = defaultConfidence, relevantDifference = 0.05, seed = 1, directionOf } = options;
  const paired = [...scores].filter(([, pairs]) => pairs.length > 0);
  // Significance level for the smallest p-value in Holm's method. It is the lowest of the levels, so it requires the
  // most items. That number of items is enough for every score.
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
    const isClear = adjustedPValue <= 1 - confidence;
    const direction = directionOf?.(score.name) ?? "HIGHER_IS_BETTER";
    const verdict = isClear ? clearVerdict(score.difference, direction) : missing > 0 ? "unknown" : "same";
    return { ...score, adjustedPValue, verdict, itemsNeeded: verdict === "unknown" ? missing : 0 };
  });
}

function clearVerdict(difference: number, direction: ScoreDirection): Verdict {
  const isHigher = difference > 0;
  if (direction === "NEUTRAL") return isHigher ? "higher" : "lower";
  return isHigher === (direction === "HIGHER_IS_BETTER") ? "improved" : "regressed";
}

/**
 * Returns the length of a score's range. `relevantDifference` is a share of this length. The range includes all values.
 * It always includes 0 and 1, because most scores are between them.
 */
function rangeOf(pairs: readonly ScorePair[]): number {
  let [least, greatest] = [0, 1];
  for (const { before, after } of pairs) {
    least = Math.min(least, before, after);
    greatest = Math.max(greatest, before, after);
  }
  return greatest - least;
}

/**
 * Returns the confidence interval of the mean difference. If all differences are equal, the bootstrap interval has no
 * width. It is then widened, because other items may have other differences. If n items have equal differences, at most
 * the share 1 - (alpha / 2)^(1 / n) of all items has another one (exact binomial limit).
 */
function differenceInterval(
  pairs: readonly ScorePair[],
  differences: readonly number[],
  { confidence, seed }: { readonly confidence: number; readonly seed: number },
): Interval | null {
  const interval = meanInterval(differences, { confidence, seed });
  if (interval === null || interval.lower < interval.upper) return interval;
  const range = rangeOf(pairs);
  const unseen = (1 - ((1 - confidence) / 2) ** (1 / differences.length)) * range;
  // No difference can be larger than the range.
  return { lower: Math.max(-range, interval.lower - unseen), upper: Math.min(range, interval.upper + unseen) };
}

/**
 * Number of items needed to detect the observed difference. If the observed difference is too small to be relevant, the
 * smallest relevant difference is used instead.
 */
function requiredItems(
  pairs: readonly ScorePair[],
  differences: readonly number[],
  { alpha, relevantDifference }: { readonly alpha: number; readonly relevantDifference: number },
): number {
  const relevant = Math.max(Math.abs(averageOf(differences)), relevantDifference * rangeOf(pairs));
  // Minimum number of items for a significant result. With fewer items, the test is not significant even if all
  // differences have the same sign.
  const testable = Math.ceil(1 - Math.log2(alpha));
  const variance = differences.length < 2 ? 0 : varianceOf(differences);
  // All observed differences are equal, so their variance is useless here. A relevant share of all items may still have
  // other differences. By the rule of three (Hanley and Lippman-Hand 1983), this number of equal differences rules that
  // out.
  if (variance === 0) return Math.max(testable, Math.ceil((-Math.log(alpha) * rangeOf(pairs)) / relevant));
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  return Math.max(testable, Math.ceil((z * z * variance) / (relevant * relevant)));
}
