import { expect, test } from "vitest";
import { permutationTest, smallestPValue } from "./permutation-test.ts";
import { createRandom } from "./random.ts";

const rate = (passed: number, failed: number) => [
  { value: 1, count: passed },
  { value: 0, count: failed },
];
const numbers = (...values: readonly number[]) => values.map((value) => ({ value, count: 1 }));

test.each([
  // Fisher (1935): the lady tasting tea.
  { one: rate(3, 1), other: rate(1, 3), pValue: 0.485_714_3 },
  // Fisher (1935): convictions of like-sex twins of criminals. The value is that of fisher.test in R.
  { one: rate(2, 15), other: rate(10, 3), pValue: 0.000_536_7 },
  // Two of the 252 divisions are as extreme.
  { one: rate(5, 0), other: rate(0, 5), pValue: 2 / 252 },
  { one: rate(7, 0), other: rate(9, 0), pValue: 1 },
])("two rates are compared exactly: $pValue", ({ one, other, pValue }) => {
  expect(permutationTest(one, other)).toBeCloseTo(pValue, 7);
  expect(permutationTest(other, one)).toBeCloseTo(pValue, 7);
});

test("rates of 22 of 23 and 3 of 19 are certainly different", () => {
  expect(permutationTest(rate(22, 1), rate(3, 16))).toBeLessThan(1e-6);
});

test("any two values are compared as rates are, and counts that were computed from shares are rounded", () => {
  const [one, other] = [numbers(4, 4, 4, 9), numbers(4, 9, 9, 9)];
  expect(permutationTest(one, other)).toBeCloseTo(0.485_714_3, 7);
  expect(permutationTest(rate(0.1 * 30, 0.9 * 30), rate(0.7 * 10, 0.3 * 10))).toBe(
    permutationTest(rate(3, 27), rate(7, 3)),
  );
});

test("few other values are compared by all divisions", () => {
  expect(permutationTest(numbers(1, 2, 3, 4, 5), numbers(6, 7, 8, 9, 10))).toBe(2 / 252);
  expect(permutationTest(numbers(10), numbers(1, 2, 3))).toBe(1 / 4);
  expect(permutationTest(numbers(1, 1, 1), numbers(1, 2, 3))).toBe(8 / 20);
});

test("other values are compared by random divisions", () => {
  const certain = permutationTest(numbers(1, 2, 3, 4, 5, 6, 7), numbers(8, 9, 10, 11, 12, 13, 14, 15));
  expect(certain).toBeGreaterThan(0);
  expect(certain).toBeLessThan(0.002); // 1 of the 6,435 divisions has the largest difference
  expect(permutationTest(numbers(1, 2, 3, 4, 5), numbers(1.5, 2.5, 3.1, 4.2, 4.9))).toBeGreaterThan(0.5);
  const many = [
    { value: 1, count: 500_000 },
    { value: 2, count: 400_000 },
    { value: 3, count: 100_000 },
  ];
  expect(permutationTest(many, numbers(3, 3, 3, 3, 3, 3))).toBe(1 / 5000);
});

test.each([
  ["rates", 2],
  ["values of a scale from 1 to 5", 5],
])("without a difference, %s of 5 to 29 records are rarely below 0.05", (_, levels) => {
  const random = createRandom(3);
  const draw = (count: number) => Array.from({ length: count }, () => ({ value: random.below(levels), count: 1 }));
  const values = Array.from({ length: 200 }, () =>
    permutationTest(draw(5 + random.below(25)), draw(5 + random.below(25))),
  );
  // Three standard deviations above the 10 of 200 that are expected at most.
  expect(values.filter((value) => value < 0.05).length).toBeLessThan(20);
});

test("the smallest p-value depends on the sizes of the groups", () => {
  expect(smallestPValue(5, 5)).toBe(2 / 252);
  expect(smallestPValue(1, 9)).toBe(1 / 10);
  expect(smallestPValue(50, 1_000_000)).toBe(1 / 5000);
});
