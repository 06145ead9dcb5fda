import * as fc from "fast-check";
import { expect, test } from "vitest";
import { flattenAttributes } from "../flatten-attributes.ts";
import type { JsonObject } from "../../../json/json-value.ts";
import type { Filter } from "../../list.ts";
import { columnTestOf } from "./column-test.ts";
import { mergeSegments, type WholeSegment } from "./merge-segments.ts";
import { bucketCount, bucketOfPath, bucketsOfAttributes, visitParts } from "./search-buckets.ts";
import { ColumnsBuilder, findColumn, placesWhere } from "./search-columns.ts";
import { listPlaces, placesOf, readPlaces, readSteps, SegmentBuilder, setBytesOf } from "./search-segment.ts";

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
  const places = listPlaces(placesWhere(segment.columns.subarray(from, from + length), passes, keys.length));
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
const lists = fc.array(fc.array(metadata, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 4 });

test("merged segments have each step that is not removed, in the same buckets", () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 2, max: 5 }), (all, nth) => {
      let key = 0;
      const segments = all.map((list) => segmentOf(list.map((each) => [(key += 1), each] as const)));
      const removed = new Set(Array.from({ length: key }, (_, index) => index + 1).filter((each) => each % nth === 0));
      const merged = mergeSegments(segments, removed);
      if (merged === null) throw new Error("no step remains");
      const kept = [...keysByBucket(segments)].map(
        ([bucket, keys]) => [bucket, keys.filter((each) => !removed.has(each))] as const,
      );
      expect(keysByBucket([merged])).toEqual(new Map(kept.filter(([, keys]) => keys.length > 0)));
    }),
    { numRuns: 20 },
  );
});

test("columns of merged segments exclude no step that passed before, and only steps that cannot match", () => {
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
  fc.assert(
    fc.property(lists, (all) => {
      let key = 0;
      const segments = all.map((list) => segmentOf(list.map((each) => [(key += 1), each] as const)));
      const merged = mergeSegments(segments);
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
    { numRuns: 40 },
  );
});

test("a merged segment of many steps has sets of its own size", () => {
  const of = (first: number, count: number): WholeSegment =>
    segmentOf(
      Array.from({ length: count }, (_, index) => [first + index, { plan: "a", size: first + index }] as const),
    );
  const merged = mergeSegments([of(1, 4_000), of(4_001, 4_000), of(8_001, 2_000)]);
  if (merged === null) throw new Error("no step remains");
  const place = placesOf(merged, bucketOfPath("plan"));
  expect(place).toHaveLength(10_000);
  const [bucket = 0] = bucketsOfAttributes([{ path: "size", kind: "number", text: "9000" }]).slice(1);
  const keys = readSteps(merged.steps);
  expect(placesOf(merged, bucket).map((at) => keys[at])).toContain(9_000);
  expect(candidates(merged, { field: "metadata", path: "size", operator: "gt", value: 9_998 })).toEqual([
    9_999, 10_000,
  ]);
  const starts = new DataView(merged.starts.buffer, merged.starts.byteOffset);
  const [from, end] = [0, 4].map((at) => starts.getUint32(bucketOfPath("plan") * 4 + at));
  const posting = merged.postings.subarray(from, end);
  expect(posting).toHaveLength(setBytesOf(10_000));
  expect(listPlaces(readPlaces(posting, 10_000))).toEqual([...place]);
});
