import { expect, test } from "vitest";
import { halvesOf, withRange } from "./score-ranges.ts";

const score = { field: "scoreValue", path: "quality" };

test("the values of a score are divided in the middle, unless they are equal", () => {
  expect(halvesOf(score, [0, 1])).toEqual([
    { ...score, operator: "lt", value: 0.5 },
    { ...score, operator: "gte", value: 0.5 },
  ]);
  expect(halvesOf(score, [-2, 12]).map(({ value }) => value)).toEqual([5, 5]);
  expect(halvesOf(score, [1, 1])).toEqual([]);
});

test("a range replaces the other condition on the value, and is cleared by a second click", () => {
  const [low, high] = halvesOf(score, [0, 1]);
  if (!low || !high) throw new Error("no ranges");
  const isSet = { ...score, operator: "nis", value: null } as const;
  const other = { ...low, path: "tone" };
  const chosen = withRange([isSet, other, low], high);
  expect(chosen).toEqual({ isChosen: false, toggled: [isSet, other, high] });
  expect(withRange(chosen.toggled, high)).toEqual({ isChosen: true, toggled: [isSet, other] });
});
