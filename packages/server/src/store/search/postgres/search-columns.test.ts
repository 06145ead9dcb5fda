import { expect, test } from "vitest";
import { flattenAttributes } from "../flatten-attributes.ts";
import type { JsonObject } from "../../../json/json-value.ts";
import type { Filter } from "../../list.ts";
import { columnTestOf } from "./column-test.ts";
import { ColumnsBuilder, findColumn, placesWhere } from "./search-columns.ts";
import { listPlaces } from "./search-segment.ts";

const deep = JSON.parse(`${'{"deep":'.repeat(20)}1${"}".repeat(20)}`) as JsonObject;

/**
 * Returns the indexes of the objects that may match a filter, according to the column of `path`. Undefined if no column
 * can be used.
 */
function candidates(all: readonly JsonObject[], path: string, operator: Filter["operator"], value: Filter["value"]) {
  const builder = new ColumnsBuilder();
  for (const [place, metadata] of all.entries()) builder.add(place, flattenAttributes(metadata));
  const { paths, columns } = builder.build();
  const [from, length] = findColumn(paths, path) ?? [];
  const isCandidate = columnTestOf({ field: "metadata", path, operator, value });
  if (from === undefined || length === undefined || isCandidate === undefined) return undefined;
  return listPlaces(placesWhere(columns.subarray(from, from + length), isCandidate)).filter(
    (place) => place < all.length,
  );
}

const numbered = Array.from({ length: 1_500 }, (_, index) => ({
  size: index / 2,
  id: `id-${index}`,
  ok: index % 2 === 0,
}));

test("a column finds the numbers of a range among many different ones", () => {
  expect(candidates(numbered, "size", "gt", 748)).toEqual([1_497, 1_498, 1_499]);
  expect(candidates(numbered, "size", "lte", 0.5)).toEqual([0, 1]);
  expect(candidates(numbered, "size", "neq", 3)).toHaveLength(1_499);
  expect(candidates(numbered, "ok", "neq", false)).toHaveLength(750);
});

test("a column stores hashes of texts; beyond their maximum number, only that a value is a text", () => {
  expect(candidates(numbered, "id", "neq", "id-7")).toHaveLength(1_499);
  expect(candidates(numbered, "id", "gt", 5)).toEqual([]);
  expect(
    candidates(
      numbered,
      "id",
      "nin",
      numbered.slice(0, 1_024).map(({ id }) => id),
    ),
  ).toHaveLength(1_500 - 1_024);
  expect(candidates(numbered, "id", "gt", "id-7")).toBeUndefined();
  const builder = new ColumnsBuilder();
  for (let place = 0; place < 20; place += 1) builder.add(place, flattenAttributes({ secret: "hunter2" }));
  const { columns } = builder.build();
  expect(Buffer.from(columns).includes("hunter2")).toBe(false);
});

test("absent, uncertain or too large values do not exclude a record", () => {
  const all: JsonObject[] = [...Array.from({ length: 20 }, () => ({ plan: "a" })), {}, { plan: { nested: 1 } }, deep];
  expect(candidates(all, "plan", "is", null)).toEqual([20, 21, 22]);
  expect(candidates(all, "plan", "neq", "a")).toEqual([20, 21, 22]);
  expect(candidates(all, "plan", "gt", 3)).toEqual([21, 22]);
  expect(candidates(all, "plan.nested", "gt", 3)).toBeUndefined();
});

test("a path may have the name of an inherited property", () => {
  const all = Array.from({ length: 20 }, () => JSON.parse('{ "__proto__": 4, "constructor": 5 }') as JsonObject);
  expect(candidates(all, "__proto__", "gt", 3)).toHaveLength(20);
  expect(candidates(all, "constructor", "gt", 5)).toEqual([]);
  expect(candidates(all, "toString", "gt", 5)).toBeUndefined();
});
