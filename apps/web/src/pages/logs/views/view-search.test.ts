import { expect, test } from "vitest";
import { isOpenView, searchOfView, viewOfSearch } from "./view-search.ts";

const saved = { id: "v", isOwn: true, isShared: false, timeRange: null };

test("a saved view restores filters, query, time range, order and columns", () => {
  const search = {
    filters: [
      { field: "model", operator: "in", value: ["a", "b"] },
      { field: "metadata", operator: "eq", value: 3, path: "user.seats" },
    ],
    q: "refund",
    range: "24h",
    order: "duration:DESC",
  } as const;
  const columns = ["name", "cost"];
  const { name, filters, orderBy, timeRange, ...view } = viewOfSearch(
    {
      ...search,
      filters: search.filters.map((filter) => ({ ...filter, value: structuredClone(filter.value) as never })),
    },
    { name: "Slow", resource: "generations", columns },
  );
  const stored = {
    ...saved,
    name,
    columns: [...(view.columns as string[])],
    orderBy: orderBy ?? null,
    timeRange: { last: timeRange?.last ?? null, from: timeRange?.from ?? null, to: timeRange?.to ?? null },
    filters: [filters ?? []]
      .flat()
      .map((filter) => ({ ...filter, value: filter.value ?? null, path: filter.path ?? null })),
  };
  expect(timeRange).toEqual({ last: "24h" });
  expect(searchOfView("generations", stored)).toEqual({ ...search, columns });
});

test("a view without conditions adds nothing to the URL", () => {
  expect(searchOfView("threads", { ...saved, name: "All", filters: [], columns: null, orderBy: null })).toEqual({});
});

test("fixed times are stored as times, and a view without a time range keeps the range of the list", () => {
  const plain = { ...saved, name: "Peak", filters: [], columns: null, orderBy: null };
  const named = { name: "Peak", resource: "threads", columns: null } as const;
  const times = { from: "2026-11-25T12:00:00Z", to: "2026-11-27T12:00:00Z" };
  expect(viewOfSearch(times, named).timeRange).toEqual(times);
  const peak = {
    ...plain,
    timeRange: { last: null, from: "2026-11-25T12:00:00.000Z", to: "2026-11-27T12:00:00.000Z" },
  };
  expect(searchOfView("threads", peak)).toEqual({ from: peak.timeRange.from, to: peak.timeRange.to });
  expect(isOpenView("threads", peak, times)).toBe(true);
  expect(isOpenView("threads", peak, { range: "7d" })).toBe(false);
  expect(isOpenView("threads", peak, {})).toBe(false);
  const sorted = { ...plain, orderBy: { column: "duration", direction: "ASC" as const } };
  expect(Object.keys(searchOfView("threads", sorted))).not.toContain("range");
  expect(isOpenView("threads", sorted, { ...times, order: "duration:ASC" })).toBe(true);
  const allTime = { ...sorted, timeRange: { last: null, from: null, to: null } };
  expect(isOpenView("threads", allTime, { ...times, order: "duration:ASC" })).toBe(false);
  expect(Object.keys(searchOfView("threads", allTime))).toContain("range");
});

test("a view of the whole list is not marked as open", () => {
  const plain = { ...saved, name: "All", filters: [], columns: null, orderBy: null };
  expect(isOpenView("threads", plain, {})).toBe(false);
  expect(isOpenView("threads", { ...plain, timeRange: { last: null, from: null, to: null } }, {})).toBe(false);
});

test("a view of runs stores whether it includes nested runs and runs of experiments", () => {
  const named = { name: "Slow", resource: "runs", columns: [] } as const;
  const root = { field: "parentRunId", operator: "is", value: null } as const;
  const noExperiment = { field: "environment", operator: "neq", value: "experiment" } as const;
  expect(viewOfSearch({}, named).filters).toEqual([root, noExperiment]);
  expect(viewOfSearch({ experiments: true }, named).filters).toEqual([root]);
  expect(viewOfSearch({ all: true }, named).filters).toEqual([]);
  const isTried = { field: "environment", operator: "eq", value: "experiment" } as const;
  expect(viewOfSearch({ filters: [isTried] }, named).filters).toEqual([isTried, root]);
  const searchOf = (...filters: { field: string; operator: "eq" | "is" | "neq"; value: string | null }[]) =>
    searchOfView("runs", {
      ...saved,
      name: "Slow",
      columns: null,
      orderBy: null,
      filters: filters.map((filter) => ({ ...filter, path: null })),
    });
  expect(searchOf(root, noExperiment)).toEqual({});
  expect(searchOf(root)).toEqual({ experiments: true });
  expect(searchOf()).toEqual({ all: true });
  expect(searchOf(noExperiment)).toEqual({ all: true, filters: [noExperiment] });
  expect(searchOf(isTried, root)).toEqual({ filters: [isTried] });
});
