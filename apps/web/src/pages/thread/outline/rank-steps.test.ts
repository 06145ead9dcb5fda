import { expect, test } from "vitest";
import { Outline } from "./outline.ts";
import { costliestSteps, nextRanked, ownTimes, slowestSteps } from "./rank-steps.ts";

type Times = readonly [parent: number, from: number | null, to: number | null];

function outlineOf(steps: readonly Times[], costs: readonly (readonly [step: number, cost: number])[] = []): Outline {
  const generations = costs.map(() => null);
  return new Outline({
    start: 0,
    types: ["run"],
    names: ["step"],
    models: [],
    id: steps.map((_, at) => `s${at}`),
    parent: steps.map(([parent]) => parent),
    type: steps.map(() => 0),
    name: steps.map(() => 0),
    from: steps.map(([, from]) => from),
    to: steps.map(([, , to]) => to),
    errors: [],
    scored: [],
    attached: [],
    generations: {
      step: costs.map(([step]) => step),
      model: costs.map(() => -1),
      inputTokenCount: generations,
      outputTokenCount: generations,
      tokenCount: generations,
      ttFirstToken: generations,
      cost: costs.map(([, cost]) => cost),
    },
  });
}

test("the slowest steps are those with the longest time outside their children, which may overlap", () => {
  const outline = outlineOf([
    [-1, 0, 1_000],
    [0, 100, 500],
    [0, 300, 700],
    [0, 350, 400],
    [-1, 0, null],
  ]);
  expect([...ownTimes(outline)]).toEqual([400, 400, 400, 50, 0]);
  expect(slowestSteps(outline)).toEqual([0, 1, 2, 3]);
});

test("the most expensive steps are ranked by their own cost", () => {
  const outline = outlineOf(
    [
      [-1, 0, 9],
      [0, 0, 9],
      [1, 0, 9],
    ],
    [
      [1, 0.5],
      [2, 2],
    ],
  );
  expect(costliestSteps(outline)).toEqual([2, 1]);
});

test("the next ranked step follows the selected one, and the first one follows the last", () => {
  expect(nextRanked([5, 3], null)).toBe(5);
  expect(nextRanked([5, 3], 5)).toBe(3);
  expect(nextRanked([5, 3], 3)).toBe(5);
  expect(nextRanked([5, 3], 9)).toBe(5);
  expect(nextRanked([], null)).toBeNull();
});
