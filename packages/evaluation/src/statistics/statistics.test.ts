import { expect, test } from "vitest";
import { compareScores } from "./compare-scores.ts";
import { normalProbability, normalQuantile, studentQuantile } from "./distributions.ts";
import { holm } from "./holm.ts";
import { meanInterval } from "./mean-interval.ts";
import { passAtK, passHatK, passRates } from "./pass-rates.ts";
import { binomialTest, signFlipTest } from "./sign-flip-test.ts";
import { summarizeScore } from "./summarize-score.ts";
import { wilsonInterval } from "./wilson-interval.ts";

test("quantiles agree with the tables of the NIST/SEMATECH e-Handbook, 1.3.6.7", () => {
  const table = [
    [0.05, 1, 12.706],
    [0.05, 2, 4.303],
    [0.05, 3, 3.182],
    [0.05, 5, 2.571],
    [0.05, 10, 2.228],
    [0.05, 30, 2.042],
    [0.05, 100, 1.984],
    [0.01, 4, 4.604],
    [0.01, 20, 2.845],
    [0.002, 7, 4.785],
  ] as const;
  for (const [tails, degrees, value] of table) expect(studentQuantile(tails, degrees)).toBeCloseTo(value, 3);
  for (const [p, value] of [
    [0.5, 0],
    [0.9, 1.281_552],
    [0.975, 1.959_964],
    [0.995, 2.575_829],
    [0.0001, -3.719_016],
    [1e-12, -7.034_484],
  ] as const) {
    expect(normalQuantile(p)).toBeCloseTo(value, 5);
    expect(normalProbability(value)).toBeCloseTo(p, 6);
  }
});

test("Wilson intervals agree with Newcombe (1998), Statistics in Medicine 17, table I, method 3", () => {
  const table = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const;
  for (const [passes, count, lower, upper] of table) {
    const interval = wilsonInterval(passes / count, count);
    expect(interval.lower).toBeCloseTo(lower, 4);
    expect(interval.upper).toBeCloseTo(upper, 4);
  }
});

test("the sign-flip test agrees with Fisher (1935), The Design of Experiments, section 21, on Darwin's maize", () => {
  const differences = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
  expect(signFlipTest(differences)).toBe((2 * 863) / 2 ** 15);
  // With 16 pairs, the test samples signs instead of enumerating them. The last difference is too small to change the
  // result.
  expect(signFlipTest([...differences, 1e-7])).toBeCloseTo(0.0527, 2);
});

test("for differences of equal size, the sign-flip test is McNemar's exact test", () => {
  expect(signFlipTest([1, 1, 1, 1, 1, 1, 0, 0])).toBeCloseTo(2 / 64, 12);
  expect(signFlipTest([1, -1, 1, 1, 1, 1])).toBeCloseTo(14 / 64, 12);
  // Equals `binom.test(5, 20)` in R.
  expect(binomialTest(5, 20)).toBeCloseTo(0.041_39, 5);
  expect(binomialTest(5000, 10_000)).toBe(1);
  expect(binomialTest(4800, 10_000)).toBeCloseTo(6.6e-5, 5);
  expect(signFlipTest([0, 0])).toBe(1);
});

test("Holm agrees with p.adjust of R, in the given order", () => {
  expect(holm([0.01, 0.04, 0.03, 0.005]).map((p) => p.toFixed(4))).toEqual(["0.0300", "0.0600", "0.0600", "0.0200"]);
  expect(holm([0.9, 0.6])).toEqual([1, 1]);
  expect(holm([])).toEqual([]);
});

test("pass@k and pass^k are the shares of draws with a pass, or with only passes", () => {
  expect(passAtK(5, 2, 2)).toBeCloseTo(0.7, 12);
  expect(passHatK(4, 3, 2)).toBeCloseTo(0.5, 12);
  expect([passAtK(3, 0, 2), passAtK(3, 3, 2), passHatK(3, 2, 3), passHatK(3, 3, 3)]).toEqual([0, 1, 0, 1]);
  const items = [[true, true], [true, false], [false]];
  expect(passRates(items, 2)).toMatchObject({ k: 2, once: 1, always: 0.5 });
  expect(passRates(items, 3)).toBeNull();
});

test("an interval of a mean is that of Student's t for regular values, the same each time, and absent for one value", () => {
  const values = Array.from({ length: 40 }, (_, index) => normalQuantile((index + 0.5) / 40));
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / 39);
  const half = (studentQuantile(0.05, 39) * deviation) / Math.sqrt(40);
  const interval = meanInterval(values);
  expect(interval?.lower).toBeCloseTo(-half, 1);
  expect(interval?.upper).toBeCloseTo(half, 1);
  expect(meanInterval(values)).toEqual(interval);
  expect(meanInterval(values, { seed: 2 })).not.toEqual(interval);
  expect(meanInterval([1])).toBeNull();
});

test("repeats of an item count as far as they vary", () => {
  const width = (items: number[][]): number => {
    const interval = summarizeScore(items)?.interval;
    return (interval?.upper ?? 0) - (interval?.lower ?? 0);
  };
  const same = [...Array.from({ length: 20 }, () => [1, 1, 1]), ...Array.from({ length: 20 }, () => [0, 0, 0])];
  const mixed = Array.from({ length: 40 }, (_, index) => [1, 0, index % 2]);
  const single = wilsonInterval(0.5, 40);
  const all = wilsonInterval(0.5, 120);
  expect(width(same)).toBeCloseTo(single.upper - single.lower, 2);
  expect(width(mixed)).toBeCloseTo(all.upper - all.lower, 2);
  // If no run fails, the width of the interval depends on the number of items, not on the number of runs.
  expect(summarizeScore([[1, 1], [1, 1], []])).toEqual({
    items: 2,
    runs: 4,
    average: 1,
    isRate: true,
    interval: wilsonInterval(1, 2),
  });
  expect(summarizeScore([[0.5, 1], [3]])).toMatchObject({ average: 1.875, isRate: false });
  expect(summarizeScore([[], []])).toBeNull();
});

const pairs = (before: readonly number[], after: readonly number[]) =>
  before.map((value, index) => ({ before: value, after: after[index] ?? 0 }));
const constant = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

test("a comparison says what it shows, or how many items it needs", () => {
  const [clear] = compareScores([["s", pairs(constant(6, 1), constant(6, 0))]]);
  expect(clear).toMatchObject({ items: 6, difference: -1, pValue: 2 / 64, verdict: "regressed", itemsNeeded: 0 });
  const [few] = compareScores([["s", pairs(constant(5, 1), constant(5, 0))]]);
  expect(few).toMatchObject({ verdict: "unknown", itemsNeeded: 1 });
  // Rule of three: if 60 items agree, fewer than 5% of all items differ.
  expect(compareScores([["s", pairs(constant(60, 1), constant(60, 1))]])[0]).toMatchObject({ verdict: "same" });
  const [agreeing] = compareScores([["s", pairs(constant(20, 1), constant(20, 1))]]);
  expect(agreeing).toMatchObject({ verdict: "unknown", itemsNeeded: 40, difference: 0 });
  expect(agreeing?.interval?.lower).toBeCloseTo(-0.1684, 4);
  const [two] = compareScores([["s", pairs(constant(2, 0), constant(2, 1))]]);
  expect(two?.interval?.lower).toBeCloseTo(0.1581, 4);
  expect(two?.interval?.upper).toBe(1);
  expect(compareScores([["none", []]])).toEqual([]);
});

test("the verdict follows the direction of the score", () => {
  const verdicts = (before: number, after: number) =>
    (["HIGHER_IS_BETTER", "LOWER_IS_BETTER", "NEUTRAL"] as const).map(
      (direction) =>
        compareScores([["s", pairs(constant(6, before), constant(6, after))]], { directionOf: () => direction })[0]
          ?.verdict,
    );
  expect(verdicts(0, 1)).toEqual(["improved", "regressed", "higher"]);
  expect(verdicts(1, 0)).toEqual(["regressed", "improved", "lower"]);
});

test("the needed items follow the usual formula for paired differences", () => {
  // The differences have a mean of 0.1 and a standard deviation of 0.5017. The formula gives (1.96 + 0.8416)^2 *
  // 0.5017^2 / 0.1^2 = 197.5 items.
  const after = Array.from({ length: 150 }, (_, index) => (index % 5 < 3 ? 0.5 + 0.5 : 0));
  const [compared] = compareScores([["s", pairs(constant(150, 0.5), after)]]);
  expect(compared).toMatchObject({ verdict: "improved" });
  const [half] = compareScores([["s", pairs(constant(50, 0.5), after.slice(0, 50))]]);
  const variance = (50 * 0.24) / 49;
  expect(half).toMatchObject({ verdict: "unknown", itemsNeeded: Math.ceil((7.8489 * variance) / 0.01) - 50 });
});

test("several scores are judged together", () => {
  const one = pairs(constant(7, 0), constant(7, 1));
  const other = pairs([0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0]);
  expect(compareScores([["a", one]])[0]).toMatchObject({ verdict: "improved" });
  const [first] = compareScores([
    ["a", one],
    ["b", other],
    ["c", other],
    ["d", other],
  ]);
  expect(first).toMatchObject({ verdict: "unknown", itemsNeeded: 1 });
  expect(first?.adjustedPValue).toBeCloseTo(8 / 128, 12);
});
