import { expect, test } from "vitest";
import { isRelease, type Mark, marksIn, maxMarks } from "./mark.ts";

test("a tag that ends with a version number names a release", () => {
  const releases = ["travel-planner-2.4.0", "v1.2", "2.4.1-rc.1", "app@3.0", "release/2026.11", "1.0.0+build.7"];
  const others = ["orders", "beta", "v2", "10.0.0.1 is down", "gpt-4o", "a1.b2", ""];
  expect(releases.filter((tag) => !isRelease(tag))).toEqual([]);
  expect(others.filter(isRelease)).toEqual([]);
});

test("marks outside of the period are left out, and of each kind the newest are kept", () => {
  const releases = Array.from({ length: 20 }, (_, index): Mark => ({
    name: `v1.${index}`,
    version: null,
    time: index,
  }));
  const prompt: Mark = { name: "reply", version: 1, time: 2.5 };
  const shown = marksIn([...releases, prompt].toReversed(), { from: 0, to: 19 });
  expect(shown[0]).toBe(prompt);
  expect(shown.slice(1)).toEqual(releases.slice(19 - maxMarks, 19));
});
