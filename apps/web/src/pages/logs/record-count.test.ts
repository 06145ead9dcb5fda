import { expect, test } from "vitest";
import { isEstimatedCount } from "./record-count.ts";

const text = { field: "content", operator: "ilike", value: "refund" } as const;
const name = { field: "name", operator: "eq", value: "a" } as const;

test.each([
  [10_000, [text], undefined, false],
  [10_001, [text], undefined, true],
  [25_000, [name], undefined, false],
  [25_000, [], "refund", true],
] as const)("%i records with %j and the query %s: estimated %s", (count, conditions, query, isEstimate) => {
  expect(isEstimatedCount(count, { conditions, query })).toBe(isEstimate);
});
