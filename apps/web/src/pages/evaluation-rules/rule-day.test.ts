import { expect, test } from "vitest";
import { costPerJudgmentOf } from "./rule-day.ts";

const day = (judged: number, superseded: number, spent: number) => {
  return { day: "2026-03-04T00:00:00.000Z", judged, superseded, wouldJudge: 0, spent };
};

test("the cost of a judgment includes judgments that were superseded", () => {
  expect(costPerJudgmentOf([day(2, 1, 0.2), day(1, 0, 0.2)])).toBeCloseTo(0.1);
});

test("the cost of a judgment is unknown without a cost, and if all calls failed", () => {
  expect(costPerJudgmentOf([day(2, 0, 0)])).toBeNull();
  expect(costPerJudgmentOf([day(0, 0, 0.2)])).toBeNull();
});
