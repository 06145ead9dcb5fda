import { expect, test } from "vitest";
import { parseGate } from "./gate.ts";

test.each([
  ["correctness >= 0.8", "correctness", "average", null, ">=", 0.8],
  ["correctness>=0.8", "correctness", "average", null, ">=", 0.8],
  ["correctness average upper < 1", "correctness", "average", "upper", "<", 1],
  ["correctness rate > 90%", "correctness", "rate", null, ">", 0.9],
  ["tool call drop lower <= -0.5", "tool call", "drop", "lower", "<=", -0.5],
  ['"drop lower" rate >= 1', "drop lower", "rate", null, ">=", 1],
  ["rate >= 1", "rate", "average", null, ">=", 1],
] as const)("%s is read", (text, score, measure, bound, operator, limit) => {
  expect(parseGate(text)).toEqual({ text, score, measure, bound, operator, limit });
});

test.each(["", "correctness", "correctness = 1", ">= 1", "correctness >= high", '"a" b >= 1', "correctness >= 1 2"])(
  "%j is rejected",
  (text) => {
    expect(() => parseGate(text)).toThrow("Invalid gate");
  },
);
