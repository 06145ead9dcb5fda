import { expect, test } from "vitest";
import { compareRuns } from "./compare-runs.ts";
import { orderByChange } from "./order-by-change.ts";

const item = (key: string, scores: Record<string, number>) => ({
  id: `${key} ${JSON.stringify(scores)}`,
  datasetItemId: key,
  experimentRunId: null,
  input: key,
  output: null,
  experimentRun: null,
  scores: Object.entries(scores).map(([name, value]) => ({
    id: name,
    name,
    type: "AI",
    value,
    comment: null,
    scorer: null,
    evaluatorVersionId: null,
  })),
});

const rows = compareRuns(
  [
    {
      id: "before",
      items: [
        item("same", { exact: 1, stars: 3 }),
        item("better", { exact: 0, stars: 3 }),
        item("worse", { exact: 1, stars: 3 }),
        item("fewer stars", { exact: 0, stars: 5 }),
      ],
    },
    {
      id: "after",
      items: [
        item("same", { exact: 1, stars: 3 }),
        item("better", { exact: 1, stars: 3 }),
        item("worse", { exact: 0, stars: 3 }),
        item("fewer stars", { exact: 1, stars: 4 }),
      ],
    },
  ],
  [],
);

const keysBy = (score?: string, isLowerBetter = false) =>
  orderByChange(rows, {
    base: 0,
    score,
    directionOf: () => (isLowerBetter ? "LOWER_IS_BETTER" : "HIGHER_IS_BETTER"),
  }).map(({ key }) => key);

test("the largest regression is first, and the largest improvement last", () => {
  expect(keysBy()).toEqual(["worse", "fewer stars", "same", "better"]);
});

test("only the selected score counts, in its direction", () => {
  expect(keysBy("stars")).toEqual(["fewer stars", "same", "better", "worse"]);
  expect(keysBy("exact", true)).toEqual(["better", "fewer stars", "same", "worse"]);
});
