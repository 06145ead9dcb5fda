import { averageOf } from "./moments.ts";

/**
 * Ratings of one item: one per rater, null if the rater did not rate the item. The order of the raters is the same for
 * all items.
 */
export type ItemRatings = readonly (number | null)[];

/**
 * Scale of the ratings. `nominal`: categories without order. `ordinal`: ranks. `interval`: numbers whose differences
 * have a meaning.
 */
export type RatingScale = "nominal" | "ordinal" | "interval";

/**
 * Average probability that two ratings of the same item are equal: the observed agreement of Fleiss (1971). Items with
 * fewer than two ratings are ignored. Null if no item has two ratings.
 */
export function rawAgreement(items: readonly ItemRatings[]): number | null {
  const pairable = pairableOf(items);
  if (pairable.length === 0) return null;
  return averageOf(
    pairable.map((ratings) => {
      const equal = [...countsOf(ratings).values()].reduce((sum, count) => sum + count * (count - 1), 0);
      return equal / (ratings.length * (ratings.length - 1));
    }),
  );
}

/**
 * Cohen's kappa (1960): agreement of two raters, corrected for chance. 1 means that the raters always agree. 0 means
 * that they agree as often as if each had assigned the same ratings to the items at random. Null if there are no items,
 * or if both raters gave the same rating to every item.
 *
 * @param pairs Ratings of each item by the first and the second rater.
 */
export function cohensKappa(pairs: readonly (readonly [number, number])[]): number | null {
  const count = pairs.length;
  const first = countsOf(pairs.map(([rating]) => rating));
  const second = countsOf(pairs.map(([, rating]) => rating));
  const expected = [...first].reduce((sum, [rating, times]) => sum + times * (second.get(rating) ?? 0), 0) / count ** 2;
  if (count === 0 || expected === 1) return null;
  const observed = pairs.filter(([one, other]) => one === other).length / count;
  return (observed - expected) / (1 - expected);
}

/**
 * Krippendorff's alpha (2011, "Computing Krippendorff's Alpha-Reliability"): 1 minus the ratio of observed to expected
 * disagreement. Supports any number of raters, and missing ratings. 1 is perfect agreement, 0 is chance, and systematic
 * disagreement is below 0.
 *
 * Items with fewer than two ratings are ignored. Null if no ratings remain, or if all remaining ratings are equal. Also
 * null if the ratings are so large that their squared distances exceed the range of numbers.
 */
export function krippendorffsAlpha(items: readonly ItemRatings[], scale: RatingScale): number | null {
  const pairable = pairableOf(items);
  const ratings = pairable.flat();
  if (new Set(ratings).size < 2) return null;
  const disagreement = scale === "nominal" ? unequalPairs : squaredDistances;
  // On an ordinal scale, the distance of two ratings is the difference of their midranks.
  const ranks = scale === "ordinal" ? midranksOf(ratings) : undefined;
  const numbersOf = (rated: readonly number[]): readonly number[] =>
    ranks ? rated.map((rating) => ranks.get(rating) ?? 0) : rated;
  const expected = disagreement(numbersOf(ratings)) / (ratings.length - 1);
  const observed = pairable.reduce((sum, rated) => sum + disagreement(numbersOf(rated)) / (rated.length - 1), 0);
  const alpha = 1 - observed / expected;
  return Number.isFinite(alpha) ? alpha : null;
}

function unequalPairs(values: readonly number[]): number {
  return values.length ** 2 - [...countsOf(values).values()].reduce((sum, count) => sum + count ** 2, 0);
}

function squaredDistances(values: readonly number[]): number {
  const average = averageOf(values);
  return 2 * values.length * values.reduce((sum, value) => sum + (value - average) ** 2, 0);
}

/** Returns the midrank of each value: the average rank of equal values when all ratings are sorted. */
function midranksOf(ratings: readonly number[]): ReadonlyMap<number, number> {
  let below = 0;
  const sorted = [...countsOf(ratings)].toSorted(([one], [other]) => one - other);
  return new Map(
    sorted.map(([rating, count]) => {
      below += count;
      return [rating, below - count / 2];
    }),
  );
}

function pairableOf(items: readonly ItemRatings[]): readonly (readonly number[])[] {
  return items.map((ratings) => ratings.filter((rating) => rating !== null)).filter(({ length }) => length > 1);
}

function countsOf(ratings: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return counts;
}
