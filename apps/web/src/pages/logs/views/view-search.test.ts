import { expect, test } from "vitest";
import { searchOfView, viewOfSearch } from "./view-search.ts";

const saved = { id: "v", isOwn: true, isShared: false };

test("a saved view restores filters, query, order and columns, but not the time range", () => {
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
  const { name, filters, orderBy, ...view } = viewOfSearch(
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
    filters: [filters ?? []]
      .flat()
      .map((filter) => ({ ...filter, value: filter.value ?? null, path: filter.path ?? null })),
  };
  const { range: _, ...timeless } = search;
  expect(searchOfView("generations", stored)).toEqual({ ...timeless, columns });
});

test("a view without conditions adds nothing to the URL", () => {
  expect(searchOfView("threads", { ...saved, name: "All", filters: [], columns: null, orderBy: null })).toEqual({});
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
