import { expect, test } from "vitest";
import { gapsOverADay } from "./plot-gaps.ts";

test("a line is interrupted where a day has no values, but not over a few hours", () => {
  // Each pixel is an hour.
  const timeAt = (position: number): number => position * 3_600;
  expect(
    gapsOverADay(
      [
        [0, 8],
        [10, 34],
        [40, 68],
      ],
      timeAt,
    ),
  ).toEqual([[40, 68]]);
});
