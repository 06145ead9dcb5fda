import { expect, test } from "vitest";
import { scoreChanges } from "./score-changes.ts";

const experiment = (id: string, datasetId: string | null, day: number, scores: Readonly<Record<string, number>>) => ({
  id,
  createdAt: `2026-01-0${day}T00:00:00.000Z`,
  dataset: datasetId === null ? null : { id: datasetId },
  scores: Object.entries(scores).map(([name, average]) => ({ name, average })),
});

test("a score changes from the previous experiment on the same dataset that has it", () => {
  const changes = scoreChanges([
    experiment("third", "one", 4, { exact: 1, short: 0.25 }),
    experiment("second", "one", 3, { short: 0.5 }),
    experiment("other", "two", 2, { exact: 0.5 }),
    experiment("first", "one", 1, { exact: 0.5 }),
  ]);
  expect(Object.fromEntries(changes.get("third") ?? [])).toEqual({ exact: 0.5, short: -0.25 });
  expect(changes.get("second")?.size).toBe(0);
  expect(changes.get("other")?.size).toBe(0);
});

test("experiments without a dataset have no changes", () => {
  const changes = scoreChanges([
    experiment("later", null, 2, { exact: 1 }),
    experiment("earlier", null, 1, { exact: 0 }),
  ]);
  expect(changes.size).toBe(0);
});
