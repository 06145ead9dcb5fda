import { expect, test } from "vitest";
import type { Condition } from "./filters/condition.ts";
import { countAgain, type Facet, withChosen } from "./facet.ts";

const facet = (valueCount: number, counts: Readonly<Record<string, number | null>>): Facet => ({
  field: "tags",
  path: null,
  valueCount,
  values: Object.entries(counts).map(([value, count]) => ({ value, json: value, count })),
});

test("values that are counted again keep their order, and those without matches go last", () => {
  const before = facet(3, { a: 9, b: 5, c: 1 });
  expect(countAgain(before, facet(2, { c: 4, b: 2 }))).toEqual(facet(2, { b: 2, c: 4, a: 0 }));
  // New values take the places of values without matches, so that the number of rows stays the same.
  expect(countAgain(before, facet(2, { d: 8, c: 4 }))).toEqual(facet(2, { c: 4, d: 8, a: 0 }));
  expect(countAgain(before, facet(7, { d: 8, c: 4, e: 2 }))).toEqual(facet(7, { c: 4, d: 8, e: 2 }));
  expect(countAgain(before, undefined)).toBe(before);
  expect(countAgain(before, facet(2, { d: 8, e: 4 }))).toEqual(facet(2, { d: 8, e: 4, a: 0 }));
  expect(countAgain(before, facet(9, { d: 8, e: 4, f: 3, g: 1 }))).toEqual(facet(9, { d: 8, e: 4, f: 3 }));
  expect(countAgain(before, facet(0, {}))).toEqual(facet(0, { a: 0, b: 0, c: 0 }));
});

test("score names, which are counted with their own condition, stay in place", () => {
  const before = { ...facet(3, { a: 9, b: 5, c: 1 }), field: "scoreName" as const };
  expect(countAgain(before, facet(2, { c: 4, b: 2 })).values).toEqual(facet(3, { a: 0, b: 2, c: 4 }).values);
});

test("selected values are shown even if others are more frequent", () => {
  const chosen: Condition[] = [{ field: "tags", operator: "in", value: ["a", "z"] }];
  expect(withChosen(facet(9, { a: 9 }), chosen)).toEqual(facet(9, { a: 9, z: null }));
  expect(withChosen(facet(1, { a: 9 }), chosen)).toEqual(facet(1, { a: 9, z: 0 }));
  expect(withChosen(facet(9, { a: 9 }), [{ field: "tags", operator: "nin", value: ["z"] }])).toEqual(
    facet(9, { a: 9 }),
  );
});
