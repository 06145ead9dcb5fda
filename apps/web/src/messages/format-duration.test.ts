import { expect, test } from "vitest";
import { formatDuration } from "./format-duration.ts";

test.each([
  [0, "0 ms"],
  [0.3204, "320 ms"],
  [0.9997, "1 sec"],
  [4.06, "4.1 sec"],
  [59.97, "1 min"],
  [125, "2m 5s"],
  [3_600, "1 hr"],
  [3_659, "1 hr"],
  [5_400, "1h 30m"],
  [86_400, "1 day"],
  [216_000, "2d 12h"],
  [216_059, "2d 12h"],
])("%s seconds are formatted as %s", (seconds, text) => {
  expect(formatDuration("en", seconds)).toBe(text);
});

test("a duration is formatted for the language", () => {
  expect(formatDuration("de", 216_000)).toBe("2 T 12h");
});
