import { expect, test } from "vitest";
import { carryConditions } from "./carry-conditions.ts";
import type { Condition } from "./condition.ts";

test("conditions carry over to another list under its own field names", () => {
  const conditions: Condition[] = [
    { field: "participantIdentifiers", operator: "in", value: ["ada"] },
    { field: "scoreValue", operator: "gte", value: 1, path: "helpful" },
    { field: "tags", operator: "nin", value: ["x"] },
  ];
  expect(carryConditions(conditions, { from: "threads", to: "generations" })).toEqual([
    { field: "participant", operator: "in", value: ["ada"] },
    { field: "score", operator: "gte", value: 1, path: "helpful" },
    { field: "tags", operator: "nin", value: ["x"] },
  ]);
});

test("conditions that the other list does not support are dropped", () => {
  const conditions = [
    { field: "id", operator: "eq", value: "1" },
    { field: "type", operator: "eq", value: "tool" },
    { field: "rootRunId", operator: "eq", value: "r" },
    { field: "error", operator: "nis", value: null },
  ] as const;
  expect(carryConditions(conditions, { from: "steps", to: "threads" })).toEqual([
    { field: "error", operator: "nis", value: null },
  ]);
});

test.each([
  ["name", "eq", "runs", "steps", "name"],
  ["name", "eq", "generations", "steps", "name"],
  ["name", "eq", "runs", "threads", "stepName"],
  ["name", "neq", "runs", "threads", undefined],
  ["name", "eq", "runs", "generations", undefined],
  ["name", "eq", "steps", "runs", undefined],
  ["name", "eq", "threads", "runs", undefined],
  ["name", "eq", "scores", "threads", undefined],
  ["stepName", "in", "threads", "steps", "name"],
  ["stepName", "in", "threads", "runs", undefined],
] as const)("a condition on %s (%s) of %s is carried to %s as %s", (field, operator, from, to, carried) => {
  const condition: Condition = { field, operator, value: "agent" };
  expect(carryConditions([condition], { from, to }).map((each) => each.field)).toEqual(carried ? [carried] : []);
});
