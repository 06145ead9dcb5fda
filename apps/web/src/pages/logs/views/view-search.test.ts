import { expect, test } from "vitest";
import type { SavedViewFragment } from "../../../generated/saved-views.ts";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { isWholeList, openViewOf, searchOfView, viewOfSearch, wholeList } from "./view-search.ts";

const saved = { id: "v", isOwn: true, isShared: false, query: null, timeRange: null };

function isOpenView(resource: LogResource, view: SavedViewFragment, search: LogSearch): boolean {
  return openViewOf(resource, [view], search)?.isChanged === false;
}

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
  expect(searchOfView("generations", stored)).toEqual({ ...search, columns, savedView: "v" });
});

test("a view without conditions adds nothing to the URL", () => {
  expect(searchOfView("threads", { ...saved, name: "All", filters: [], columns: null, orderBy: null })).toEqual({
    savedView: "v",
  });
});

test("a view keeps the query of the search box", () => {
  const search = { query: "status:error OR name:*plan*", filters: [{ field: "tags", operator: "in", value: ["a"] }] };
  const named = { name: "Failed", resource: "steps", columns: null } as const;
  const { query, filters } = viewOfSearch(search as LogSearch, named);
  expect([query, filters]).toEqual([search.query, search.filters]);
  const view = { ...saved, name: "Failed", columns: null, orderBy: null, filters: [], query: search.query };
  expect(searchOfView("steps", view)).toEqual({ query: search.query, savedView: "v" });
  expect(isOpenView("steps", view, { query: search.query })).toBe(true);
  expect(isOpenView("steps", view, { query: "status:error" })).toBe(false);
  // A view with a query that was created with the API can also have a filter on the content.
  const content = { field: "content", operator: "ilike", value: "refund" } as const;
  expect(searchOfView("steps", { ...view, filters: [{ ...content, path: null }] })).toEqual({
    query: search.query,
    filters: [content],
    savedView: "v",
  });
});

test("a view that was opened stays open after changes, even if another view has the same content", () => {
  const view = { ...saved, name: "Mine", columns: null, orderBy: null, filters: [], query: "status:error" };
  const same = { ...view, id: "w", query: "status:ok" };
  const openOf = (search: LogSearch) => {
    const open = openViewOf("steps", [view, same], search);
    return open && [open.view.id, open.isChanged];
  };
  const opened = searchOfView("steps", view);
  expect(openOf(opened)).toEqual(["v", false]);
  expect(openOf({ ...opened, query: "status:ok" })).toEqual(["v", true]);
  expect(openOf({ ...opened, range: "7d" })).toEqual(["v", false]);
  expect(openOf({ query: "status:ok" })).toEqual(["w", false]);
  expect(openOf({ query: "status:ok", savedView: "deleted" })).toEqual(["w", false]);
  expect(openOf({ ...opened, ...wholeList })).toBeUndefined();
  expect([isWholeList({ ...opened, ...wholeList }), isWholeList(opened), isWholeList({ range: "7d" })]).toEqual([
    true,
    false,
    false,
  ]);
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
  expect(searchOfView("threads", peak)).toEqual({
    from: peak.timeRange.from,
    to: peak.timeRange.to,
    savedView: "v",
  });
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

test("a view of the whole list is not marked as open unless it was opened", () => {
  const plain = { ...saved, name: "All", filters: [], columns: null, orderBy: null };
  expect(isOpenView("threads", plain, {})).toBe(false);
  expect(isOpenView("threads", { ...plain, timeRange: { last: null, from: null, to: null } }, {})).toBe(false);
  expect(isOpenView("threads", plain, { savedView: "v" })).toBe(true);
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
  const searchOf = (...filters: { field: string; operator: "eq" | "is" | "neq"; value: string | null }[]) => {
    const { savedView: _, ...content } = searchOfView("runs", {
      ...saved,
      name: "Slow",
      columns: null,
      orderBy: null,
      filters: filters.map((filter) => ({ ...filter, path: null })),
    });
    return content;
  };
  expect(searchOf(root, noExperiment)).toEqual({});
  expect(searchOf(root)).toEqual({ experiments: true });
  expect(searchOf()).toEqual({ all: true });
  expect(searchOf(noExperiment)).toEqual({ all: true, filters: [noExperiment] });
  expect(searchOf(isTried, root)).toEqual({ filters: [isTried] });
});
