import { expect, test } from "vitest";
import { type DayRange, nameOf, partitionedTables, type PartitionPlan, planPartitions } from "./partitioned-tables.ts";

const today = 20_000;

function planAfter(ranges: readonly DayRange[], daysEach: number): PartitionPlan {
  const names = partitionedTables.flatMap((table) => [`${table}_rest`, ...ranges.map((range) => nameOf(table, range))]);
  return planPartitions(new Set(names), { today, daysEach });
}

function missing(ranges: readonly DayRange[], daysEach: number): (readonly [number, number])[] {
  const plan = planAfter(ranges, daysEach);
  const ofTables = partitionedTables.map((table) =>
    plan.missing.flatMap(({ table: of, range }) => (of === table ? [[range.from, range.to] as const] : [])),
  );
  for (const ofTable of ofTables) expect(ofTable).toEqual(ofTables[0]);
  return ofTables[0] ?? [];
}

test("an empty database gets the days around today", () => {
  expect(missing([], 1)).toEqual([-2, -1, 0, 1, 2, 3].map((days) => [today + days, today + days + 1]));
  expect(missing([], 28)).toEqual([[19_992, 20_020]]);
});

test("existing partitions stay, and new ones start after them, with the current length", () => {
  const wide = { from: 19_970, to: 20_002 };
  expect(missing([wide], 7)).toEqual([[20_002, 20_006]]);
  expect(planAfter([wide], 7).complete).toEqual([wide]);
});

test("days without the service get no partitions", () => {
  expect(missing([{ from: 19_000, to: 19_001 }], 1)[0]).toEqual([today - 2, today - 1]);
});

test("partitions of coming days are created in advance", () => {
  expect(missing([{ from: 19_990, to: 20_003 }], 1)).toEqual([[20_003, 20_004]]);
  expect(missing([{ from: 19_990, to: 20_004 }], 1)).toEqual([]);
});
