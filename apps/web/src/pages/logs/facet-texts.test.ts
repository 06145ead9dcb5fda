import { expect, test } from "vitest";
import { divideTexts } from "./facet-texts.ts";

test("texts that start alike are divided before the part in which they differ", () => {
  expect(divideTexts(["support-agent-2.4.0", "support-agent-2.4.1", "support", "planner"])).toEqual([
    { start: "support-agent-", end: "2.4.0" },
    { start: "support-agent-", end: "2.4.1" },
    { start: "", end: "support" },
    { start: "", end: "planner" },
  ]);
  expect(divideTexts(["support-agent-3.9.1", "support-agent-3.8.0"]).map(({ end }) => end)).toEqual(["3.9.1", "3.8.0"]);
  expect(divideTexts(["support-agent-long", "support-agent-long-2"])).toEqual([
    { start: "support-agent-", end: "long" },
    { start: "support-agent-", end: "long-2" },
  ]);
});

test("a character of two units is not divided", () => {
  expect(divideTexts(["abcdefgh😀xyz1", "abcdefgh😀xyz2"]).map(({ start }) => start)).toEqual(["abcdefgh", "abcdefgh"]);
});
