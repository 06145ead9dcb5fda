import { expect, test } from "vitest";
import { criticalPath } from "./critical-path.ts";
import { Outline } from "./outline.ts";

type Times = readonly [parent: number, from: number, to: number | null];

function outlineOf(...steps: readonly Times[]): Outline {
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
      step: [],
      model: [],
      inputTokenCount: [],
      outputTokenCount: [],
      tokenCount: [],
      ttFirstToken: [],
      cost: [],
    },
  });
}

const path = (...steps: readonly Times[]): number[] => [...criticalPath(outlineOf(...steps))].toSorted();

test("of parallel steps, only those that others wait for are critical", () => {
  expect(path([-1, 0, 100], [0, 0, 30], [0, 0, 50], [0, 50, 90], [0, 40, 60])).toEqual([0, 2, 3]);
});

test("the path goes into the children of critical steps, and not into those of others", () => {
  expect(path([-1, 0, 100], [0, 0, 100], [0, 0, 40], [1, 10, 90], [2, 0, 40])).toEqual([0, 1, 3]);
});

test("a step that outlives its parent counts until the parent's end, and an open step counts until the thread's end", () => {
  expect(path([-1, 0, 50], [0, 10, 80], [-1, 60, 90])).toEqual([0, 1, 2]);
  expect(path([-1, 0, 50], [-1, 50, null], [-1, 40, 70])).toEqual([0, 1]);
});

test("a very deep thread has a critical path", () => {
  expect(path(...Array.from({ length: 20_000 }, (_, at): Times => [at - 1, at, 50_000]))).toHaveLength(20_000);
});
