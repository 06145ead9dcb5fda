import { expect, test } from "vitest";
import { sortDatasets } from "./dataset-order.ts";

const rowOf = (name: string, totalCount: number | null) => ({
  dataset: {
    id: name,
    name,
    description: null,
    type: "key_value" as const,
    createdAt: "2026-01-01T00:00:00Z",
    itemCount: 1,
  },
  experiments: { totalCount, experiments: [], newest: null },
});
const order = (counts: Readonly<Record<string, number | null>>, sort: string): string =>
  sortDatasets(
    Object.entries(counts).map(([name, count]) => rowOf(name, count)),
    sort,
  )
    .map(({ dataset }) => dataset.name)
    .join(" ");

test("datasets are sorted by their experiments only when the experiments of all are loaded", () => {
  expect(order({ b: 1, a: 2, c: 0 }, "-experiments")).toBe("a b c");
  expect(order({ b: 1, a: 2, c: null }, "-experiments")).toBe("b a c");
  expect(order({ b: 1, a: 2, c: null }, "name")).toBe("a b c");
});
