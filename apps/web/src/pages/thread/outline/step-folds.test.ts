import { expect, test } from "vitest";
import { Outline } from "./outline.ts";
import { foldSteps } from "./step-folds.ts";
import { foldToolRuns } from "./tool-runs.ts";

/** Folds steps that are given by their names. `asked` and `answered` are messages, all others are tools. */
function fold(
  names: readonly string[],
  opened: readonly string[] = [],
  openRuns: readonly string[] = [],
  foldsEnd = false,
) {
  const types = ["message", "tool"];
  const none = names.map(() => null);
  const outline = new Outline({
    start: 0,
    types,
    names: [...new Set(names)],
    models: [],
    id: names.map((_, index) => `s${index}`),
    parent: names.map(() => -1),
    type: names.map((name) => (name === "asked" || name === "answered" ? 0 : 1)),
    name: names.map((name) => [...new Set(names)].indexOf(name)),
    from: none,
    to: none,
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
  const isTool = (step: number): boolean => outline.typeOf(step) === "tool";
  const runs = foldToolRuns({ outline, rows: outline.order, isTool, opened: new Set(openRuns) });
  const { rows, folds } = foldSteps({ ...runs, outline, canFold: isTool, opened: new Set(opened), foldsEnd });
  return { rows: [...rows], folds: [...folds].map(([first, { steps, isOpen }]) => ({ first, steps, isOpen })) };
}

test("more than three rows between two messages become one, until it is opened", () => {
  const names = ["asked", "a", "b", "c", "d", "answered", "asked", "a", "b", "c", "answered"];
  expect(fold(names)).toEqual({
    rows: [0, 1, 5, 6, 7, 8, 9, 10],
    folds: [{ first: 1, steps: [1, 2, 3, 4], isOpen: false }],
  });
  expect(fold(names, ["s1"])).toEqual({
    rows: names.map((_, index) => index),
    folds: [{ first: 1, steps: [1, 2, 3, 4], isOpen: true }],
  });
});

test("a run of calls of one tool is one row, whether it is open or not", () => {
  const names = ["asked", "a", "a", "a", "a", "b", "answered"];
  expect(fold(names)).toEqual({ rows: [0, 1, 5, 6], folds: [] });
  expect(fold(names, [], ["s1"])).toEqual({ rows: [0, 1, 2, 3, 4, 5, 6], folds: [] });
  const more = ["asked", "a", "a", "a", "b", "c", "d", "answered"];
  expect(fold(more).folds).toEqual([{ first: 1, steps: [1, 2, 3, 4, 5, 6], isOpen: false }]);
  expect(fold(more, ["s1"]).rows).toEqual([0, 1, 4, 5, 6, 7]);
});

test("steps before the first message stay, and those after the last unless they end the run above them", () => {
  expect(fold(["a", "b", "c", "d", "asked", "a", "b", "c", "d"]).folds).toEqual([]);
  expect(fold(["asked", "a", "b", "c", "d"], [], [], true).rows).toEqual([0, 1]);
});
