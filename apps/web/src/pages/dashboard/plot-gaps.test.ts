import { expect, test } from "vitest";
import { isolatedIndexes } from "./plot-gaps.ts";

const hour = 3_600;

test("values are isolated if a day without values is on both sides", () => {
  const times = Array.from({ length: 24 }, (_, index) => index * 4 * hour);
  const values = times.map((_, index) => ([0, 3, 10, 18, 19].includes(index) ? 1 : null));
  expect(isolatedIndexes(times, values)).toEqual([10]);
  expect(isolatedIndexes([0, 7 * 24 * hour, 14 * 24 * hour], [1, 2, 3])).toEqual([]);
  expect(isolatedIndexes([0, hour], [null, 2])).toEqual([1]);
});
