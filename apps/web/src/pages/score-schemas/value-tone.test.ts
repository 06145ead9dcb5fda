import { expect, test } from "vitest";
import { valueTone } from "./value-tone.ts";

test("the color of a value depends on the direction of its score", () => {
  const tones = (direction: Parameters<typeof valueTone>[1]) => [1, 0.6, 0].map((value) => valueTone(value, direction));
  expect(tones("HIGHER_IS_BETTER")).toEqual(["success", "warning", "danger"]);
  expect(tones("LOWER_IS_BETTER")).toEqual(["danger", "danger", "success"]);
  expect(tones("NEUTRAL")).toEqual(["neutral", "neutral", "neutral"]);
  expect(valueTone(3, "HIGHER_IS_BETTER")).toBe("neutral");
});
