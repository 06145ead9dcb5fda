import { expect, test } from "vitest";
import { axisIncrements } from "./axis-increments.ts";
import { axisRange } from "./axis-range.ts";

const counts = axisIncrements({ key: "volume", kind: "number" });

test.each([
  [[0, 95], 160, [0, 100]],
  [[0, 100], 160, [0, 100]],
  [[3, 12], 160, [0, 15]],
  [[-20, 95], 160, [-50, 100]],
  [[0, 95], 80, [0, 100]],
  [[0, 0], 160, [0, 1]],
  [[null, null], 160, [0, 1]],
] as const)("values %j on %i pixels have the axis %j", (ends, height, expected) => {
  expect(axisRange(ends, { increments: counts, height })).toEqual(expected);
});

test("rounding errors add no step", () => {
  const increments = axisIncrements({ key: "scores", kind: "number" });
  expect(axisRange([0, 0.6], { increments: [0.2, 1], height: 160 })[1]).toBeCloseTo(0.6);
  expect(axisRange([0, 1.1], { increments, height: 1_000 })[1]).toBeCloseTo(1.1);
});
