import { expect, test } from "vitest";
import { axisIncrements } from "./axis-increments.ts";

test.each([
  ["errors", "number", [1, 2, 5, 10]],
  ["latency", "seconds", [0.001, 0.002, 0.005, 0.01]],
  ["ttFirstToken", "milliseconds", [1, 2, 5, 10]],
  ["scores", "number", [0.01, 0.02, 0.05, 0.1]],
] as const)("the axis of %s only has ticks that can be formatted", (key, kind, first) => {
  expect(axisIncrements({ key, kind }).slice(0, 4)).toEqual(first);
});

test("an axis supports any maximum", () => {
  expect(axisIncrements({ key: "tokens", kind: "number" }).at(-1)).toBe(5e15);
});
