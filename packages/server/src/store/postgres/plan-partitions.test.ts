import { expect, test } from "vitest";
import { planPartitions } from "./plan-partitions.ts";

const today = 20_000;

/** The ranges that are missing after those of the days given. */
function missing(names: readonly string[], daysEach: number): (readonly [number, number])[] {
  const plan = planPartitions(new Set(names), { today, daysEach });
  return plan.missing.map(({ range }) => [range.from, range.to]);
}

test("an empty database gets the days around today", () => {
  expect(missing([], 1)).toEqual([-2, -1, 0, 1, 2, 3].map((days) => [today + days, today + days + 1]));
  expect(missing([], 28)).toEqual([[19_992, 20_020]]);
});

test("what is there stays as it is, and the next ones begin behind it, of the present length", () => {
  const wide = "step_payloads_d19970_20002";
  expect(missing([wide, "step_payloads_rest"], 7)).toEqual([[20_002, 20_006]]);
  expect(planPartitions(new Set([wide]), { today, daysEach: 7 }).complete).toEqual([{ from: 19_970, to: 20_002 }]);
});

test("after a long pause the days in which nobody made partitions have none", () => {
  expect(missing(["step_payloads_d19000_19001"], 1)[0]).toEqual([today - 2, today - 1]);
});

test("the days to come are made before they begin", () => {
  expect(missing(["step_payloads_d19990_20003"], 1)).toEqual([[20_003, 20_004]]);
  expect(missing(["step_payloads_d19990_20004"], 1)).toEqual([]);
});
