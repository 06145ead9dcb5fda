import { expect, test } from "vitest";
import { createRandom } from "./random.ts";
import { comparePeriods, scoreDrift } from "./score-drift.ts";

const rate = (passed: number, count: number) => [
  { value: 1, count: passed },
  { value: 0, count: count - passed },
];

test("a pass rate that falls clearly drifts, and one that varies does not", () => {
  expect(scoreDrift(rate(180, 200), rate(150, 200))).toEqual({
    before: { count: 200, average: 0.9 },
    after: { count: 200, average: 0.75 },
    // The pooled test of two proportions: z = 3.9477.
    pValue: expect.closeTo(7.9e-5, 6),
    drifts: true,
  });
  expect(scoreDrift(rate(180, 200), rate(172, 200))?.drifts).toBe(false);
  expect(scoreDrift(rate(50, 50), rate(50, 50))).toMatchObject({ pValue: 1, drifts: false });
});

test("a difference that is significant for one judge is not for many, and a small one is not relevant", () => {
  const [before, after] = [rate(160, 200), rate(136, 200)];
  expect(scoreDrift(before, after)?.drifts).toBe(true);
  expect(scoreDrift(before, after, { comparisons: 100 })?.drifts).toBe(false);
  expect(scoreDrift(rate(18_000, 20_000), rate(17_600, 20_000))).toMatchObject({ drifts: false });
});

test("numbers whose average is too large for a number are not compared", () => {
  expect(scoreDrift([{ value: 1e308, count: 40 }], [{ value: 1, count: 40 }])).toBeNull();
});

test("few scores do not drift, but periods with few values are compared", () => {
  expect(scoreDrift(rate(29, 29), rate(0, 500))).toBeNull();
  expect(scoreDrift([], [])).toBeNull();
  expect(comparePeriods(rate(22, 23), rate(3, 19))).toEqual({
    before: { count: 23, average: 22 / 23 },
    after: { count: 19, average: 3 / 19 },
    pValue: expect.closeTo(0, 6),
  });
  expect(comparePeriods(rate(1, 1), rate(0, 500))).toBeNull();
});

test("Welch's test compares numbers, and rarely reports a drift without one", () => {
  const random = createRandom(7);
  const draw = (count: number, shift: number) =>
    Array.from({ length: count }, () => ({ value: shift + random.below(1_001) / 1_000, count: 1 }));
  expect(scoreDrift(draw(300, 0), draw(200, 0.2))).toMatchObject({ drifts: true });
  const drifts = Array.from({ length: 1_000 }, () => scoreDrift(draw(60, 0), draw(60, 0))?.drifts);
  expect(drifts.filter(Boolean).length).toBeLessThan(25);
});
