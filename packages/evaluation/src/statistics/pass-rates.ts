import type { Interval } from "./interval.ts";
import { meanInterval, type MeanIntervalOptions } from "./mean-interval.ts";
import { averageOf } from "./moments.ts";

/**
 * Estimates pass@k, the probability that at least one of `k` runs passes, from `passes` passed runs among `runs`. The
 * estimate is unbiased: Chen et al. (2021), "Evaluating Large Language Models Trained on Code". `k` must be at most
 * `runs`.
 */
export function passAtK(runs: number, passes: number, k: number): number {
  return 1 - chanceOfAll(runs, runs - passes, k);
}

/**
 * Estimates pass^k, the probability that all of `k` runs pass, from `passes` passed runs among `runs`. The estimate is
 * unbiased: Yao et al. (2024), "tau-bench". `k` must be at most `runs`.
 */
export function passHatK(runs: number, passes: number, k: number): number {
  return chanceOfAll(runs, passes, k);
}

/**
 * Returns the probability that a random sample of `k` different runs contains only `chosen` runs. `runs` is the number
 * of all runs, and `chosen` the number of chosen ones.
 */
function chanceOfAll(runs: number, chosen: number, k: number): number {
  let chance = 1;
  for (let index = 0; index < k; index += 1) chance *= Math.max(0, chosen - index) / (runs - index);
  return chance;
}

export interface PassRates {
  readonly k: number;
  /** pass@k: average probability that an item passes at least once in `k` runs. */
  readonly once: number;
  readonly onceInterval: Interval | null;
  /** pass^k: average probability that an item passes in all of `k` runs. */
  readonly always: number;
  readonly alwaysInterval: Interval | null;
}

/**
 * Averages pass@k and pass^k over the items. An item is the list of outcomes of its runs. Items with fewer than `k`
 * runs are ignored. Null if no items are left.
 */
export function passRates(
  items: readonly (readonly boolean[])[],
  k: number,
  options?: MeanIntervalOptions,
): PassRates | null {
  const used = items.filter((runs) => runs.length >= k && k >= 1);
  if (used.length === 0) return null;
  const rates = (estimate: typeof passAtK): number[] =>
    used.map((runs) => estimate(runs.length, runs.filter(Boolean).length, k));
  const [once, always] = [rates(passAtK), rates(passHatK)];
  return {
    k,
    once: averageOf(once),
    onceInterval: meanInterval(once, options),
    always: averageOf(always),
    alwaysInterval: meanInterval(always, options),
  };
}
