import { expect, test } from "vitest";
import { fittingCount } from "./fitting-count.ts";

test.each([
  ["all items fit", [50, 50], 30, 104, 2, false],
  ["the rest has a number", [50, 50, 50], 30, 142, 2, false],
  ["no space for the number and the second item", [50, 50, 50], 30, 141, 1, false],
  ["a single long item is cut", [180], 100, 120, 1, true],
  ["a long first item is cut", [120, 20], 80, 120, 1, true],
  ["a first item with a long value is not cut", [140, 20], 60, 120, 0, false],
  ["only the number fits", [80, 20], 50, 60, 0, false],
  ["no items", [], 0, 0, 0, false],
] as const)("%s", (_, widths, name, line, count, isCut) => {
  expect(fittingCount(widths, name, line)).toEqual({ count, isCut });
});
