import { expect, test } from "vitest";
import { conditionsOf } from "./log-conditions.ts";
import { readLogSearch } from "./log-search.ts";
import { recordTarget } from "./record-target.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

test("invalid parts of a URL are ignored", () => {
  expect(
    readLogSearch({
      filters: [
        { field: "tags", operator: "in", value: ["a"] },
        { field: "name", operator: "like", value: "x" },
        "nonsense",
        { field: "error", operator: "nis" },
      ],
      q: 42,
      range: "24h",
      from: "yesterday",
      to: "2026-03-01T00:00:00Z",
      order: "createdAt:SIDEWAYS",
      columns: ["name", 7],
      live: "yes",
    }),
  ).toEqual({
    filters: [
      { field: "tags", operator: "in", value: ["a"] },
      { field: "error", operator: "nis", value: null },
    ],
    q: "42",
    range: "24h",
    to: "2026-03-01T00:00:00Z",
    columns: ["name"],
  });
  expect(readLogSearch({ filters: "x", q: "", from: 5, order: 1 })).toEqual({});
});

test("filters, time range and text are combined by AND", () => {
  const filters = [{ field: "model", operator: "eq", value: "m" }] as const;
  expect(
    conditionsOf({ filters, q: "refund", range: "1h" }, { textField: "content", now, resource: "generations" }),
  ).toEqual([
    filters[0],
    { field: "createdAt", operator: "gte", value: "2026-03-10T11:00:00.000Z" },
    { field: "content", operator: "ilike", value: "refund" },
  ]);
  const times = { from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z" };
  expect(conditionsOf(times, { textField: "comment", now, resource: "scores" })).toEqual([
    { field: "createdAt", operator: "gte", value: times.from },
    { field: "createdAt", operator: "lt", value: times.to },
  ]);
});

test("runs are root runs outside of experiments by default", () => {
  const options = { textField: "content", now, resource: "runs" } as const;
  const isRoot = { field: "parentRunId", operator: "is", value: null };
  expect(conditionsOf({}, options)).toEqual([isRoot, { field: "environment", operator: "neq", value: "experiment" }]);
  expect(conditionsOf(readLogSearch({ experiments: true }), options)).toEqual([isRoot]);
  for (const query of ["environment:experiment", "model:a OR env:dev"])
    expect(conditionsOf({ query }, options)).toEqual([isRoot]);
  for (const query of ["metadata.env:prod", '"env: prod"'])
    expect(conditionsOf({ query }, options)).toEqual(conditionsOf({}, options));
  const isTried = { field: "environment", operator: "eq", value: "experiment" } as const;
  expect(conditionsOf({ filters: [isTried] }, options)).toEqual([isTried, isRoot]);
  expect(conditionsOf(readLogSearch({ all: true }), options)).toEqual([]);
  expect(conditionsOf({}, { ...options, resource: "steps" })).toEqual([]);
  expect(readLogSearch({ all: "yes" })).toEqual({});
});

test("a record opens in its thread, otherwise in its enclosing run", () => {
  const record = { id: "s", createdAt: "", name: null, tags: null };
  expect(recordTarget({ ...record, threadId: "t", rootId: "r", stepId: "s" }, "p")).toMatchObject({
    to: "/projects/$projectId/logs/threads/$threadId",
    params: { projectId: "p", threadId: "t" },
    search: { currentStepId: "s" },
  });
  expect(recordTarget({ ...record, threadId: null, rootId: "r", stepId: "s" }, "p")).toMatchObject({
    to: "/projects/$projectId/logs/steps/$stepId",
    params: { projectId: "p", stepId: "r" },
    search: { currentStepId: "s" },
  });
  expect(recordTarget({ ...record, threadId: null, rootId: null, stepId: null }, "p")).toBeNull();
});
