import { expect, test } from "vitest";
import { labelOfText, scoreCondition } from "./score-condition.ts";

const labels = ["helpful", "not helpful", "5"];

test.each([
  ["eq", "not helpful", "scoreLabel", "not helpful"],
  ["neq", "5", "scoreLabel", "5"],
  ["eq", "0.3", "scoreValue", 0.3],
  ["eq", "unknown", "scoreLabel", "unknown"],
  ["ilike", "5", "scoreLabel", "5"],
  ["lt", "0.5", "scoreValue", 0.5],
  ["nis", "", "scoreValue", null],
] as const)("the operator %s with %j is a condition on %s", (operator, text, field, value) => {
  expect(scoreCondition({ field: "scoreValue", operator, path: "feedback" }, { text, chosen: [], labels })).toEqual({
    field,
    operator,
    value,
    path: "feedback",
  });
});

test("several labels are chosen, and a label cannot be compared", () => {
  const texts = { text: "helpful", chosen: ["helpful", "a, b"], labels };
  expect(scoreCondition({ field: "score", operator: "nin" }, texts)).toEqual({
    field: "scoreLabel",
    operator: "nin",
    value: ["helpful", "a, b"],
  });
  expect(scoreCondition({ field: "score", operator: "in" }, { ...texts, chosen: [] })).toBeUndefined();
  expect(scoreCondition({ field: "score", operator: "lt" }, texts)).toBeUndefined();
});

test("a number is shown as its label", () => {
  const categories = [
    { label: "helpful", value: 1 },
    { label: "0", value: 2 },
    { label: "not helpful", value: 0 },
    { label: "other", value: null },
  ];
  expect(["1", "0", "0.5", "other", "2"].map((text) => labelOfText(text, categories))).toEqual([
    "helpful",
    "0",
    "0.5",
    "other",
    "0",
  ]);
});
