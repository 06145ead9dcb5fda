import { expect, test } from "vitest";
import { byInputs } from "../../../server/test/test-inputs.ts";
import { compareScores, type ScorePair } from "./compare-scores.ts";
import { normalQuantile } from "./distributions.ts";
import { jointConfidence } from "./interval.ts";
import { meanInterval } from "./mean-interval.ts";
import { averageOf, varianceOf } from "./moments.ts";
import { createRandom, type Random } from "./random.ts";
import { summarizeScore } from "./summarize-score.ts";

const experiments = byInputs({ few: 200, some: 200, many: 1000, all: 4000 });
const items = 100;
const repeats = 3;

const uniform = (random: Random): number => (random.bits() + 0.5) / 0x1_0000_0000;

/** Draws the results of `repeats` runs. Each run passes (1) with probability `chance`. */
const runs = (random: Random, chance: number): number[] =>
  Array.from({ length: repeats }, () => (uniform(random) < chance ? 1 : 0));
const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Draws the probability that an item passes. Probabilities have the average `level`, and a beta distribution (Johnk
 * 1964) for which two runs of an item have a correlation of 0.5: most items nearly always pass or nearly always fail.
 */
function chanceOf(random: Random, level: number): number {
  for (;;) {
    const [one, other] = [uniform(random) ** (1 / level), uniform(random) ** (1 / (1 - level))];
    if (one + other <= 1) return one / (one + other);
  }
}

function experiment(random: Random, { level, drop }: { level: number; drop: number }): ScorePair[] {
  return Array.from({ length: items }, () => {
    const chance = chanceOf(random, level);
    return {
      before: average(runs(random, chance)),
      after: average(runs(random, chance * (1 - drop / level))),
    };
  });
}

test.each(byInputs({ few: [0.8], many: [0.5, 0.8, 0.95], all: [0.5, 0.8, 0.95] }))(
  "A/A experiments at %d regress in at most 5 % of the runs",
  (level) => {
    const random = createRandom(17);
    let regressed = 0;
    let failedGates = 0;
    for (let run = 0; run < experiments; run += 1) {
      const scores = ["one", "two"].map((name) => [name, experiment(random, { level, drop: 0 })] as const);
      const compared = compareScores(scores, { seed: run });
      if (compared.some(({ verdict }) => verdict === "regressed")) regressed += 1;
      // In this case, `threadline eval --gate "one drop lower <= 0"` fails.
      if ((compared[0]?.interval?.upper ?? 0) < 0) failedGates += 1;
    }
    expect(regressed / experiments).toBeLessThanOrEqual(0.05);
    expect(failedGates / experiments).toBeLessThanOrEqual(0.05);
  },
);

test.each(byInputs({ few: [0.8], many: [0.8, 0.9], all: [0.8, 0.9] }))(
  "a drop of 10 points from %d is detected in at least 90 % of the runs",
  (level) => {
    const random = createRandom(18);
    let regressed = 0;
    let failedGates = 0;
    for (let run = 0; run < experiments; run += 1) {
      const [compared] = compareScores([["score", experiment(random, { level, drop: 0.1 })]], { seed: run });
      if (compared?.verdict === "regressed") regressed += 1;
      if ((compared?.interval?.upper ?? 0) < 0) failedGates += 1;
    }
    expect(regressed / experiments).toBeGreaterThanOrEqual(0.9);
    expect(failedGates / experiments).toBeGreaterThanOrEqual(0.9);
  },
);

test("several gates with adjusted intervals fail together in at most 5 % of A/A runs, without adjustment more often", () => {
  const random = createRandom(20);
  const names = ["one", "two", "three"];
  // Each score has two gates of `threadline eval`: `drop lower <= 0` and `upper >= 0.8`.
  const gates = 2 * names.length;
  const failsDrop = (pairs: readonly ScorePair[], confidence: number): boolean => {
    const differences = pairs.map(({ before, after }) => after - before);
    // Skips the slow computation of the interval: after a drop of less than 1.5 standard errors, no interval excludes
    // 0.
    if (averageOf(differences) > -1.5 * Math.sqrt(varianceOf(differences) / items)) return false;
    return (meanInterval(differences, { confidence })?.upper ?? 0) < 0;
  };
  const failsRate = (values: readonly number[][], confidence: number): boolean =>
    (summarizeScore(values, { confidence })?.interval?.upper ?? 1) < level;
  const level = 0.8;
  let failed = 0;
  let unadjusted = 0;
  for (let run = 0; run < experiments; run += 1) {
    const scores = names.map(() => ({
      pairs: experiment(random, { level, drop: 0 }),
      values: Array.from({ length: items }, () => runs(random, chanceOf(random, level))),
    }));
    const fail = (confidence: number): boolean =>
      scores.some(({ pairs, values }) => failsDrop(pairs, confidence) || failsRate(values, confidence));
    if (fail(jointConfidence(gates))) failed += 1;
    if (fail(jointConfidence(1))) unadjusted += 1;
  }
  expect(failed / experiments).toBeLessThanOrEqual(0.05);
  expect(unadjusted / experiments).toBeGreaterThan(0.05);
});

/** Share of intervals that contain the true value. It should be 95%. */
function coverage(
  truth: number,
  draw: (random: Random) => { lower: number; upper: number } | null | undefined,
): number {
  const random = createRandom(19);
  let covered = 0;
  for (let run = 0; run < experiments; run += 1) {
    const interval = draw(random);
    if (interval && interval.lower <= truth && truth <= interval.upper) covered += 1;
  }
  return covered / experiments;
}

const draws = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);

test.each([
  ["means of 10 normal values", 0, (random: Random) => meanInterval(draws(10, () => normalQuantile(uniform(random))))],
  ["means of 60 skewed values", 1, (random: Random) => meanInterval(draws(60, () => -Math.log(uniform(random))))],
  [
    "rates over repeated items",
    0.8,
    (random: Random) =>
      summarizeScore(Array.from({ length: items }, () => runs(random, chanceOf(random, 0.8))))?.interval,
  ],
  [
    "differences of repeated items",
    -0.1,
    (random: Random) => compareScores([["score", experiment(random, { level: 0.8, drop: 0.1 })]])[0]?.interval,
  ],
] as const)("intervals cover the truth: %s", (_what, truth, draw) => {
  expect(coverage(truth, draw)).toBeGreaterThanOrEqual(0.92);
});
