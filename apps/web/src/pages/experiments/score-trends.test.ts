import { expect, test } from "vitest";
import { scoreTrends } from "./score-trends.ts";

const experiment = (id: string, day: number, scores: Record<string, number>) => ({
  id,
  name: `Experiment ${id}`,
  createdAt: `2026-05-0${day}T00:00:00Z`,
  scores: Object.entries(scores).map(([name, average]) => ({ name, average })),
});

test("a score has its average in each experiment that has it, oldest first", () => {
  const trends = scoreTrends([
    experiment("c", 3, { exact: 0.75, length: 12 }),
    experiment("a", 1, { exact: 0.5 }),
    experiment("b", 2, { exact: 1, length: -4 }),
  ]);
  expect(trends.map(({ name, points }) => [name, points.map(({ id, value }) => `${id} ${value}`)])).toEqual([
    ["exact", ["a 0.5", "b 1", "c 0.75"]],
    ["length", ["b -4", "c 12"]],
  ]);
  expect(trends.map(({ change, low, high }) => [change, low, high])).toEqual([
    [-0.25, 0, 1],
    [16, -4, 12],
  ]);
});

test("a score of a single experiment has no change", () => {
  expect(scoreTrends([experiment("a", 1, { exact: 0.5 })])[0]?.change).toBeNull();
  expect(scoreTrends([])).toEqual([]);
});
