import { expect, test } from "vitest";
import { judgeChange, rateValues, standingOf } from "./judge-change.ts";

const lower = { direction: "LOWER_IS_BETTER", comparisons: 5 } as const;

test.each([
  { before: 0.04, after: 0.12, count: 1_000, verdict: "worse" },
  { before: 0.12, after: 0.04, count: 1_000, verdict: "better" },
  { before: 0.04, after: 0.06, count: 100, verdict: "same" },
  { before: 0, after: 1, count: 29, verdict: "worse" },
  { before: 0, after: 1, count: 5, verdict: "worse" },
  { before: 0, after: 1, count: 4, verdict: "unknown" },
  { before: 0, after: 0, count: 1_000, verdict: "same" },
] as const)("failure rates of $before and $after in $count runs: $verdict", ({ before, after, count, verdict }) => {
  expect(judgeChange(rateValues(before, count), rateValues(after, count), lower).verdict).toBe(verdict);
});

test("a change is unknown if no result of so few values could be clear", () => {
  const [before, after] = [rateValues(0, 5), rateValues(1, 5)];
  expect(judgeChange(before, after, { ...lower, comparisons: 6 }).verdict).toBe("worse");
  expect(judgeChange(before, after, { ...lower, comparisons: 7 })).toEqual({ verdict: "unknown", pValue: null });
});

test("the feedback of 22 of 23 users before and of 3 of 19 users after a release is clearly worse", () => {
  const judged = judgeChange(rateValues(22 / 23, 23), rateValues(3 / 19, 19), {
    direction: "HIGHER_IS_BETTER",
    comparisons: 20,
  });
  expect(judged.verdict).toBe("worse");
});

test("the more figures are compared, the clearer a change must be", () => {
  const [before, after] = [rateValues(0.1, 200), rateValues(0.19, 200)];
  expect(judgeChange(before, after, { ...lower, comparisons: 1 }).verdict).toBe("worse");
  expect(judgeChange(before, after, { ...lower, comparisons: 10 }).verdict).toBe("same");
});

test.each([
  { shown: [0.1, 0.2], verdict: "worse" },
  { shown: [0.2, 0.1], verdict: "unknown" },
  { shown: [0.1, 0.1], verdict: "unknown" },
] as const)("a sample that is clearly worse, of figures from $shown: $verdict", ({ shown, verdict }) => {
  expect(judgeChange(rateValues(0.1, 100), rateValues(0.9, 100), { ...lower, shown }).verdict).toBe(verdict);
});

test("a clear change of a figure without a better direction is higher or lower", () => {
  const values = (value: number) => [
    { value, count: 50 },
    { value: value + 1, count: 50 },
  ];
  expect(judgeChange(values(1), values(5), { direction: "NEUTRAL", comparisons: 1 }).verdict).toBe("higher");
  expect(judgeChange(values(5), values(1), { direction: "NEUTRAL", comparisons: 1 }).verdict).toBe("lower");
});

test("the standing of all figures is that of the clear changes", () => {
  expect(standingOf(["same", "worse", "unknown"])).toBe("worse");
  expect(standingOf(["better", "same"])).toBe("better");
  expect(standingOf(["better", "worse"])).toBe("mixed");
  expect(standingOf(["same", "unknown", "higher"])).toBe("same");
  expect(standingOf(["unknown", "unknown"])).toBe("unknown");
});
