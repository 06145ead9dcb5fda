import { expect, test } from "vitest";
import { changeTone } from "./change-tone.ts";

test.each([
  [1, "HIGHER_IS_BETTER", "better"],
  [-1, "HIGHER_IS_BETTER", "worse"],
  [1, "LOWER_IS_BETTER", "worse"],
  [-1, "LOWER_IS_BETTER", "better"],
  [1, "NEUTRAL", undefined],
  [0, "LOWER_IS_BETTER", undefined],
] as const)("a change of %j is, with the direction %s, %s", (change, direction, tone) => {
  expect(changeTone(change, direction)).toBe(tone);
});
