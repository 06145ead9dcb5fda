import * as fc from "fast-check";
import { expect, test } from "vitest";
import { flattenAttributes } from "../flatten-attributes.ts";
import type { JsonObject } from "../../../json/json-value.ts";
import type { Filter } from "../../list.ts";
import { columnTestOf } from "./column-test.ts";
import { mergeSegments, type WholeSegment } from "./merge-segments.ts";
import { bucketCount, bucketOfPath, bucketsOfAttributes, visitParts } from "./search-buckets.ts";
import { ColumnsBuilder, findColumn, placesWhere } from "./search-columns.ts";
import { listPlaces, placesOf, readSteps, SegmentBuilder, segmentSize } from "./search-segment.ts";

const deep = JSON.parse(`${'{"deep":'.repeat(20)}1${"}".repeat(20)}`) as JsonObject;

function segmentOf(steps: readonly (readonly [key: number, metadata: JsonObject])[]): WholeSegment {
  const [builder, columns] = [new SegmentBuilder(), new ColumnsBuilder()];
  for (const [place, [key, metadata]] of steps.entries()) {
    const attributes = flattenAttributes(metadata);
    builder.add(key, (add) => {
      visitParts(JSON.stringify(metadata), add);
      for (const bucket of bucketsOfAttributes(attributes)) add(bucket);
    });
    columns.add(place, attributes);
  }
  return { ...builder.build(), ...columns.build() };
}

/** Returns the keys of the steps in each bucket that has some. */
function keysByBucket(segments: readonly WholeSegment[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const segment of segments) {
    const keys = readSteps(segment.steps);
    for (let bucket = 0; bucket < bucketCount; bucket += 1) {
      const some = placesOf(segment, bucket).map((place) => keys[place] ?? NaN);
      if (some.length > 0)
        found.set(
          bucket,
          [...(found.get(bucket) ?? []), ...some].toSorted((a, b) => a - b),
        );
    }
  }
  return found;
}

/** Returns the keys of the steps that pass a filter's test of a column; undefined if there is no column. */
function candidates(segment: WholeSegment, filter: Filter): number[] | undefined {
  const [from, length] = findColumn(segment.paths, filter.path ?? "") ?? [];
  const passes = columnTestOf(filter);
  if (from === undefined || length === undefined || passes === undefined) return undefined;
  const keys = readSteps(segment.steps);
  const places = listPlaces(placesWhere(segment.columns.subarray(from, from + length), passes));
  return places.flatMap((place) => keys[place] ?? []);
}

const value = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.constantFrom("a", "b", "lone \ud800", true, false, null),
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
);
const metadata = fc.oneof(
  { weight: 20, arbitrary: fc.record({ plan: value, size: value, rare: value }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.constant(deep) },
);
// Without `size`, lists are too short for a column.
const lists = fc.array(fc.array(metadata, { minLength: 1, maxLength: 60, size: "max" }), {
  minLength: 1,
  maxLength: 4,
});

test("merged segments have each step that is not removed, in the same buckets", async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 2, max: 5 }), async (all, nth) => {
      let key = 0;
      const segments = all.map((list) => segmentOf(list.map((each) => [(key += 1), each] as const)));
      const removed = new Set(Array.from({ length: key }, (_, index) => index + 1).filter((each) => each % nth === 0));
      const merged = await mergeSegments(segments, removed);
      if (merged === null) throw new Error("no step remains");
      const kept = [...keysByBucket(segments)].map(
        ([bucket, keys]) => [bucket, keys.filter((each) => !removed.has(each))] as const,
      );
      expect(keysByBucket([merged])).toEqual(new Map(kept.filter(([, keys]) => keys.length > 0)));
    }),
    { numRuns: 20 },
  );
});

test("columns of merged segments exclude no step that passed before, and only steps that cannot match", async () => {
  const filters = (["plan", "size", "rare"] as const).flatMap((path) =>
    [
      ["eq", 3],
      ["neq", "a"],
      ["gt", 4],
      ["is", null],
      ["nis", null],
      ["in", ["a", "b"]],
      ["eq", true],
    ].map(([operator, wanted]) => ({ field: "metadata", path, operator, value: wanted }) as Filter),
  );
  await fc.assert(
    fc.asyncProperty(lists, async (all) => {
      let key = 0;
      const segments = all.map((list) => segmentOf(list.map((each) => [(key += 1), each] as const)));
      const merged = await mergeSegments(segments);
      if (merged === null) throw new Error("no step remains");
      for (const filter of filters) {
        const found = candidates(merged, filter);
        if (found === undefined) continue;
        const passes = columnTestOf(filter);
        const expected = segments.flatMap((segment) => {
          const exact = candidates(segment, filter);
          if (exact !== undefined) return exact;
          // Without a column, steps without a value at the path are known by its bucket; all others are unsure.
          const keys = readSteps(segment.steps);
          const maybe = new Set(placesOf(segment, bucketOfPath(filter.path ?? "")));
          const isLarge = (place: number): boolean => all.flat()[(keys[place] ?? 0) - 1] === deep;
          return keys.filter((_, place) =>
            passes?.({ kind: maybe.has(place) || isLarge(place) ? "unsure" : "absent" }),
          );
        });
        expect(found).toEqual(expected);
      }
    }),
    { numRuns: 20 },
  );
});

const numbered = (first: number, count: number): WholeSegment =>
  segmentOf(
    Array.from({ length: count }, (_, index) => {
      const key = first + index;
      return [key, { plan: "a", size: key, name: `name-${key}` }] as const;
    }),
  );

test("a merged segment of many steps finds each of them", async () => {
  const merged = await mergeSegments([numbered(1, 2_000), numbered(2_001, 1_000), numbered(3_001, 1_096)]);
  if (merged === null) throw new Error("no step remains");
  expect(placesOf(merged, bucketOfPath("plan"))).toHaveLength(segmentSize);
  const keys = readSteps(merged.steps);
  for (const number of [1, 2_000, 2_001, segmentSize]) {
    const [, bucket = 0] = bucketsOfAttributes([{ path: "size", kind: "number", text: `${number}` }]);
    expect(placesOf(merged, bucket).map((place) => keys[place])).toContain(number);
  }
  expect(candidates(merged, { field: "metadata", path: "size", operator: "gt", value: 4_094 })).toEqual([4_095, 4_096]);
});

test("a merged segment may have more texts than a new one", async () => {
  const segments = [numbered(16, 1_600), numbered(1_616, 1_600)];
  const merged = await mergeSegments(segments);
  if (merged === null) throw new Error("no step remains");
  const named = (name: string): number[] | undefined =>
    candidates(merged, { field: "metadata", path: "name", operator: "eq", value: name });
  // The columns have the first 1,024 texts of each segment, and only store that the 576 further steps have a text.
  const others = [16, 1_616].flatMap((first) => Array.from({ length: 576 }, (_, index) => first + 1_024 + index));
  expect(named("name-20")).toEqual([20, ...others]);
  expect(named("name-1620")).toEqual([...others.slice(0, 576), 1_620, ...others.slice(576)]);
  expect(named("name-3000")).toEqual(others);
});

test("steps with a path are found if the merged segments have too many paths", async () => {
  const paths = (segment: number): string[] => Array.from({ length: 190 }, (_, index) => `path-${segment}-${index}`);
  const segments = Array.from({ length: 7 }, (_, segment) =>
    segmentOf(
      Array.from({ length: 16 }, (_unused, index) => {
        const key = segment * 16 + index + 1;
        return [key, Object.fromEntries(paths(segment).map((path) => [path, key]))] as const;
      }),
    ),
  );
  const merged = await mergeSegments(segments);
  if (merged === null) throw new Error("no step remains");
  const keys = readSteps(merged.steps);
  const found = segments.flatMap((segment, index) => {
    const own = readSteps(segment.steps);
    return paths(index).map((path) => {
      const [bucket, ofValue] = bucketsOfAttributes([{ path, kind: "number", text: `${own[0]}` }]);
      expect(placesOf(merged, bucket ?? 0).map((place) => keys[place])).toEqual(expect.arrayContaining(own));
      expect(placesOf(merged, ofValue ?? 0).map((place) => keys[place])).toContain(own[0]);
      const others = keys.filter((key) => key !== own[0]);
      const byColumn = candidates(merged, { field: "metadata", path, operator: "neq", value: own[0] ?? 0 });
      expect(byColumn ?? others).toEqual(others);
      return byColumn;
    });
  });
  expect(found.filter((byColumn) => byColumn !== undefined)).toHaveLength(200);
});

test("a merged segment cannot have more steps than a new one", async () => {
  await expect(mergeSegments([numbered(1, 4_096), numbered(4_097, 1)])).rejects.toThrow(RangeError);
});

test("other work gets turns while segments are merged", async () => {
  let turns = 0;
  let isMerging = true;
  const turn = (): void => {
    turns += 1;
    if (isMerging) setImmediate(turn);
  };
  turn();
  await mergeSegments([numbered(1, 10), numbered(11, 10)]);
  isMerging = false;
  expect(turns).toBeGreaterThan(10);
});
