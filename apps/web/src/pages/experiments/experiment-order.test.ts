import { expect, test } from "vitest";
import { runSeconds, scoreColumns, sortExperiments } from "./experiment-order.ts";

const experiment = (name: string, exact: number | null, cost: number | null = null) => ({
  name,
  createdAt: "2026-01-01T00:00:00.000Z",
  params: { model: `model ${cost}` },
  itemCount: 5,
  scores: exact === null ? [] : [{ name: "exact", average: exact }],
  run: { startedAt: "2026-01-01T00:00:00.000Z", endedAt: "2026-01-01T00:01:30.000Z" },
  latency: null,
  cost,
});

const list = [experiment("b", 0.5, 2), experiment("c", null, 1), experiment("a", 0.9)];
const sorted = (sort: string | undefined): string =>
  sortExperiments(list, sort)
    .map(({ name }) => name)
    .join("");

test("experiments are sorted by a score, their cost, their name or a parameter, and those without a value are last", () => {
  expect(sorted("score:exact")).toBe("bac");
  expect(sorted("-score:exact")).toBe("abc");
  expect(sorted("cost")).toBe("cba");
  expect(sorted("-cost")).toBe("bca");
  expect(sorted("-name")).toBe("cba");
  expect(sorted("param:model")).toBe("cba");
});

test("an unknown key, or none, keeps the order", () => {
  expect(sorted(undefined)).toBe("bca");
  expect(sorted("-score:other")).toBe("bca");
  expect(sorted("color")).toBe("bca");
});

test("the five scores of the most experiments, and of at least half of them, have a column each", () => {
  const scores = (...names: string[]) => ({ scores: names.map((name) => ({ name, average: 1 })) });
  const many = [scores("f", "e", "d", "c", "b", "a"), scores("f", "b")];
  const some = [scores("a", "b"), scores("a"), scores("c")];
  expect(scoreColumns(many, undefined)).toEqual(["a", "b", "c", "d", "f"]);
  expect(scoreColumns(some, "created")).toEqual(["a"]);
  expect(scoreColumns([], "score:a")).toEqual([]);
  // The score by which the list is sorted always has one.
  expect(scoreColumns(many, "score:e")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(scoreColumns(some, "-score:c")).toEqual(["a", "c"]);
  expect(scoreColumns(some, "score:a")).toEqual(["a"]);
  expect(scoreColumns(some, "score:x")).toEqual(["a"]);
});

test("the duration of a run in progress is unknown", () => {
  expect(runSeconds(experiment("a", 1))).toBe(90);
  expect(runSeconds({ run: { startedAt: "2026-01-01T00:00:00.000Z", endedAt: null } })).toBeNull();
  expect(runSeconds({ run: null })).toBeNull();
});
