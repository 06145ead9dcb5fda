import { expect, test } from "vitest";
import { type OutlineColumns, Outline } from "./outline.ts";
import { visibleSteps } from "./visible-steps.ts";

function columns(parent: readonly number[], more: Partial<OutlineColumns> = {}): OutlineColumns {
  const none = parent.map(() => null);
  return {
    start: 0,
    types: ["run"],
    names: ["a"],
    models: [],
    parent,
    from: none,
    to: none,
    errors: [],
    scored: [],
    attached: [],
    id: parent.map((_, index) => `s${index}`),
    type: parent.map(() => 0),
    name: parent.map(() => 0),
    generations: {
      step: [],
      model: [],
      inputTokenCount: [],
      outputTokenCount: [],
      tokenCount: [],
      ttFirstToken: [],
      cost: [],
    },
    ...more,
  };
}

test("steps are below their parents, siblings in order of arrival", () => {
  const outline = new Outline(columns([-1, 0, -1, 0, 1, 2]));
  expect([...outline.order]).toEqual([0, 1, 4, 3, 2, 5]);
  expect([...outline.depths]).toEqual([0, 1, 0, 1, 2, 1]);
  expect([...outline.below]).toEqual([3, 1, 1, 0, 0, 0]);
  expect([...outline.descendants(0)]).toEqual([1, 4, 3]);
});

test("a child that arrived before its parent is below it", () => {
  expect([...new Outline(columns([1, -1])).order]).toEqual([1, 0]);
});

test("parent cycles are cut, and every step appears once", () => {
  const outline = new Outline(columns([1, 2, 0, -1, 4]));
  expect([...outline.order].toSorted()).toEqual([0, 1, 2, 3, 4]);
  expect(outline.parents[0]).toBe(-1);
  expect(outline.depths[4]).toBe(0);
});

test("a very deep chain is laid out", () => {
  const outline = new Outline(columns(Array.from({ length: 100_000 }, (_, index) => index - 1)));
  expect(outline.depths[99_999]).toBe(99_999);
  expect(outline.below[0]).toBe(99_999);
});

test("errors are visited in tree order, and wrap around after the last", () => {
  const outline = new Outline(columns([-1, 0, -1, 0, 1, 2], { errors: [3, 4, 5] }));
  expect(outline.errorAfter(null)).toBe("s4");
  expect(outline.errorAfter("s4")).toBe("s3");
  expect(outline.errorAfter("s3")).toBe("s5");
  expect(outline.errorAfter("s5")).toBe("s4");
  expect(new Outline(columns([-1])).errorAfter("s0")).toBeNull();
});

test("tokens add up along the tree", () => {
  const generations = {
    step: [1, 2],
    model: [-1, -1],
    inputTokenCount: [],
    outputTokenCount: [],
    ttFirstToken: [5, null],
    tokenCount: [10, 5],
    cost: [0.5, null],
  };
  const outline = new Outline(columns([-1, 0, 1], { generations }));
  expect([...outline.totalTokens]).toEqual([15, 15, 5]);
  expect([...outline.totalCosts]).toEqual([0.5, 0.5, 0]);
  expect([outline.ttFirstTokenOf(1), outline.ttFirstTokenOf(0)]).toEqual([5, null]);
});

test("a collapsed step hides what is below it", () => {
  const outline = new Outline(columns([-1, 0, 1, 0, -1]));
  expect(visibleSteps(outline, new Set(["s1"]))).toEqual(Int32Array.from([0, 1, 3, 4]));
  expect(visibleSteps(outline, new Set(["s0", "s1"]))).toEqual(Int32Array.from([0, 4]));
});

test("the failure of a thread is the step with which its first failed root step ended", () => {
  const failure = (errors: readonly number[], parents = [-1, 0, 0, 2, -1]): string | null =>
    new Outline(columns(parents, { errors })).failureId;
  expect(failure([])).toBeNull();
  expect(failure([4])).toBe("s4");
  // The run failed because of the call in its last step.
  expect(failure([0, 2, 3, 4])).toBe("s3");
  expect(failure([0, 4])).toBe("s0");
  // The run went on after the error of its first step, and failed later.
  expect(failure([0, 1])).toBe("s0");
  // No root step failed.
  expect(failure([1, 2, 3])).toBeNull();
});

test("errors below a step are those of its descendants, in tree order", () => {
  const outline = new Outline(columns([-1, 0, -1, 0, 1, 2], { errors: [5, 0, 3, 4] }));
  expect(outline.errorSteps).toEqual([0, 4, 3, 5]);
  expect(Array.from({ length: 6 }, (_, step) => outline.errorsBelow(step))).toEqual([2, 1, 1, 0, 0, 0]);
});
