import { expect, test } from "vitest";
import { Outline } from "./outline.ts";
import { overviewPaths } from "./overview-cells.ts";

function outlineOf(count: number, errors: readonly number[] = []): Outline {
  const each = Array.from({ length: count }, (_, at) => at);
  return new Outline({
    start: 0,
    types: ["run", "tool"],
    names: ["step"],
    models: [],
    id: each.map((at) => `s${at}`),
    parent: each.map((at) => (at === 0 ? -1 : 0)),
    type: each.map((at) => (at === 0 ? 0 : 1)),
    name: each.map(() => 0),
    from: each.map((at) => (at === 0 ? 0 : at - 1)),
    to: each.map((at) => (at === 0 ? count - 1 : at)),
    errors,
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

test("an overview has cells for each kind of step, and errors cover other cells", () => {
  const outline = outlineOf(101, [100]);
  const paths = overviewPaths(outline, outline.order);
  expect(paths.map(({ look }) => look)).toEqual(["run", "tool", "failed"]);
  expect(paths[0]?.path.startsWith("M")).toBe(true);
  expect(paths.at(-1)?.path).toMatch(/^M29\d,39h/);
});

test("an overview of a very long thread stays small", () => {
  const outline = outlineOf(100_000);
  const paths = overviewPaths(outline, outline.order);
  expect(paths.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(20_000);
  expect(overviewPaths(outline, new Int32Array())).toEqual([]);
});
