import { normalProbability, studentQuantile } from "./distributions.ts";
import { defaultConfidence, type Interval } from "./interval.ts";
import { createRandom } from "./random.ts";

export interface MeanIntervalOptions {
  /** Default: 0.95. */
  readonly confidence?: number | undefined;
  /** Seed of the resampling. The same values and seed give the same interval. Default: 1. */
  readonly seed?: number | undefined;
}

/**
 * Maximum number of resampled means below the interval, and also above it. This limits the number of resamples. With
 * fewer means, the ends of the interval depend more on the seed, so there are always at least `minBeyondEnd`.
 */
const maxBeyondEnd = 50;
const minBeyondEnd = 12.5;
/**
 * Maximum number of random draws for one interval. An interval then takes only a few hundredths of a second, even for
 * thousands of items.
 */
const maxDraws = 4_000_000;

/**
 * Returns the confidence interval of the mean of independent values. It is the bootstrap percentile interval, expanded
 * for small samples (Hesterberg 2015, "What Teachers Should Know About the Bootstrap", section 3.3). Null for fewer
 * than two values.
 */
export function meanInterval(
  values: readonly number[],
  { confidence = defaultConfidence, seed = 1 }: MeanIntervalOptions = {},
): Interval | null {
  const count = values.length;
  if (count < 2) return null;
  const random = createRandom(seed);
  const perEnd = 2 / (1 - confidence);
  const [least, most] = [minBeyondEnd, maxBeyondEnd].map((beyond) => Math.round(beyond * perEnd)) as [number, number];
  const resamples = Math.max(least, Math.min(most, Math.floor(maxDraws / count)));
  const drawn = Float64Array.from(values);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += drawn[random.below(count)] ?? 0;
    means[resample] = sum / count;
  }
  means.sort();
  const tail = normalProbability(-Math.sqrt(count / (count - 1)) * studentQuantile(1 - confidence, count - 1));
  return { lower: quantile(means, tail), upper: quantile(means, 1 - tail) };
}

/** Quantile of sorted values, with interpolation (type 6 of Hyndman and Fan 1996). */
function quantile(sorted: Float64Array, share: number): number {
  const position = Math.max(0, Math.min(sorted.length - 1, share * (sorted.length + 1) - 1));
  const index = Math.floor(position);
  const low = sorted[index] ?? 0;
  return low + ((sorted[index + 1] ?? low) - low) * (position - index);
}
