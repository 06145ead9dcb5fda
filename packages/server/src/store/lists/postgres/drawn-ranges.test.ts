import { expect, test } from "vitest";
import { type KeyRanges, planRanges } from "./drawn-ranges.ts";

function keysOf({ lows, highs }: KeyRanges): number[] {
  return lows.flatMap((low, place) => Array.from({ length: (highs[place] ?? 0) - low }, (_, index) => low + index));
}

test.each([
  { count: 5_001, first: 1, last: 5_001 },
  { count: 12_000, first: 7, last: 12_006 },
  { count: 200_000, first: 1, last: 200_000 },
  { count: 5_000_000, first: 90_000, last: 5_089_999 },
])("ranges of $count keys contain more keys than required, none of them twice or outside of the extent", (extent) => {
  const keys = keysOf(planRanges(extent, 5_000));
  expect(new Set(keys).size).toBe(keys.length);
  expect(Math.min(...keys)).toBeGreaterThanOrEqual(extent.first);
  expect(Math.max(...keys)).toBeLessThanOrEqual(extent.last);
  expect(keys.length).toBeGreaterThan(5_000);
});

test("ranges are wider if most keys belong to other records", () => {
  const { lows, highs, keys } = planRanges({ count: 10_000, first: 0, last: 999_999 }, 1_000);
  expect([lows.length, (highs[0] ?? 0) - (lows[0] ?? 0), keys]).toEqual([300, 400, 120_000]);
});

test("the first drawn keys are spread over all keys, regardless of patterns in the keys", () => {
  const keys = keysOf(planRanges({ count: 200_000, first: 0, last: 199_999 }, 5_000)).slice(0, 2_500);
  const share = (passes: (key: number) => boolean): number => keys.filter(passes).length / keys.length;
  for (const tenth of [0, 3, 9]) expect(share((key) => Math.floor(key / 20_000) === tenth)).toBeCloseTo(0.1, 2);
  for (const period of [2, 5, 20, 50]) expect(share((key) => key % period === 0)).toBeCloseTo(1 / period, 1);
});
