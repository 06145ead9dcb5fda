import { expect, test } from "vitest";
import { carryConditions } from "./carry-conditions.ts";
import type { Condition } from "./condition.ts";

test("conditions follow to another list under the name that they have there", () => {
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

test("what the other list does not know is left behind", () => {
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
