import { beforeEach, expect, test } from "vitest";
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
    // Fisher's exact test, computed with fractions.
    pValue: expect.closeTo(1.127_817_28e-4, 9),
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

test.each([0.9, 0.7, 0.1])("equal values do not drift, although their averages are rounded: %d", (value) => {
  const grouped = (count: number) => [{ value, count }];
  const listed = (count: number) => Array.from({ length: count }, () => ({ value, count: 1 }));
  for (let count = 5; count < 120; count += 1) {
    expect(scoreDrift(grouped(30), grouped(count))?.drifts ?? false).toBe(false);
    expect(comparePeriods(listed(60), listed(count))?.pValue).toBe(1);
  }
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

let random = createRandom(5);
// Each test draws the same values, whichever tests run before it.
beforeEach(() => {
  random = createRandom(5);
});
const uniform = (): number => (random.bits() + 0.5) / 0x1_0000_0000;
/** Transformation of Box and Muller (1958). */
const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
const latency = (): number => Math.exp(normal());
const failure = (): number => (uniform() < 0.01 ? 1 : 0);

test.each([
  { what: "skewed values", one: latency, other: latency, sizes: [30, 300] },
  { what: "many skewed values", one: latency, other: latency, sizes: [100, 1_000] },
  { what: "very skewed values", one: () => latency() ** 1.5, other: () => latency() ** 1.5, sizes: [30, 300] },
  { what: "different variances", one: () => 3 * normal(), other: normal, sizes: [40, 300] },
  { what: "equal sizes", one: uniform, other: uniform, sizes: [40, 40] },
  { what: "rare failures", one: failure, other: failure, sizes: [30, 300] },
] as const)("without a difference, p-values are rarely small: $what", ({ one, other, sizes }) => {
  const draw = (count: number, next: () => number) =>
    Array.from({ length: count }, () => ({ value: next(), count: 1 }));
  const found = Array.from(
    { length: 600 },
    () => comparePeriods(draw(sizes[0], one), draw(sizes[1], other))?.pValue ?? 1,
  );
  // Three standard deviations above the expected 30 and 1.5 of 600.
  expect(found.filter((value) => value < 0.05).length).toBeLessThan(47);
  expect(found.filter((value) => value < 0.0025).length).toBeLessThan(6);
});

test("averages of skewed values that differ clearly have a small p-value", () => {
  const draw = (factor: number) => Array.from({ length: 200 }, () => ({ value: factor * latency(), count: 1 }));
  expect(comparePeriods(draw(1), draw(2))?.pValue).toBeLessThan(0.0025);
});

test("numbers that differ drift, and numbers without a difference rarely do", () => {
  const draw = (count: number, shift: number) =>
    Array.from({ length: count }, () => ({ value: shift + random.below(1_001) / 1_000, count: 1 }));
  expect(scoreDrift(draw(300, 0), draw(200, 0.2))).toMatchObject({ drifts: true });
  const drifts = Array.from({ length: 1_000 }, () => scoreDrift(draw(60, 0), draw(60, 0))?.drifts);
  expect(drifts.filter(Boolean).length).toBeLessThan(25);
});
