import { expect, test } from "vitest";
import { Outline } from "../outline/outline.ts";
import { alignSteps } from "./align-steps.ts";
import { haveSameAgents, pairsAround } from "./pair-rows.ts";

/** Creates an outline from steps in tree order. Each is given as `depth type name`. */
function outlineOf(...steps: readonly string[]): Outline {
  const parts = steps.map((step) => step.split(" "));
  const parents: number[] = [];
  const path: number[] = [];
  for (const [at, [depth = "0"]] of parts.entries()) {
    parents.push(path[Number(depth) - 1] ?? -1);
    path[Number(depth)] = at;
  }
  const none = parts.map(() => null);
  const types = [...new Set(parts.map(([, type = ""]) => type))];
  const names = [...new Set(parts.map(([, , name = ""]) => name))];
  return new Outline({
    start: 0,
    types,
    names,
    models: [],
    id: parts.map((_, at) => `s${at}`),
    parent: parents,
    type: parts.map(([, type = ""]) => types.indexOf(type)),
    name: parts.map(([, , name = ""]) => names.indexOf(name)),
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
}

const aligned = (before: Outline, after: Outline): string[] =>
  alignSteps(before, after).map(
    (pair) =>
      `${"  ".repeat(pair.depth)}${pair.before === null ? "-" : before.nameOf(pair.before)} ${pair.after === null ? "-" : after.nameOf(pair.after)}`,
  );

test("siblings are aligned in their order, and siblings without a counterpart keep their position", () => {
  const before = outlineOf("0 run agent", "1 llm plan", "1 tool search", "1 llm plan", "1 tool send");
  const after = outlineOf("0 run agent", "1 llm plan", "1 tool look_up", "1 tool search", "1 llm plan");
  expect(aligned(before, after)).toEqual([
    "agent agent",
    "  plan plan",
    "  - look_up",
    "  search search",
    "  plan plan",
    "  send -",
  ]);
});

test("renamed agents and models are aligned by type and position, with their children", () => {
  const before = outlineOf("0 run support-v1", "1 llm gpt-4o", "2 tool search", "2 tool send");
  const after = outlineOf("0 run support-v2", "1 llm gpt-5", "2 tool search", "2 tool check");
  expect(aligned(before, after)).toEqual([
    "support-v1 support-v2",
    "  gpt-4o gpt-5",
    "    search search",
    "    send -",
    "    - check",
  ]);
});

test("steps of different types are not aligned, and all of their children have no counterpart", () => {
  const before = outlineOf("0 run agent", "1 tool search");
  const after = outlineOf("0 tool agent", "1 tool search");
  expect(aligned(before, after)).toEqual(["agent -", "  search -", "- agent", "  - search"]);
});

test("very deep and very wide threads are aligned", () => {
  const deep = outlineOf(...Array.from({ length: 10_000 }, (_, depth) => `${depth} run step`));
  expect(alignSteps(deep, deep)).toHaveLength(10_000);
  const wide = (from: number) =>
    outlineOf(...Array.from({ length: 10_000 }, (_, at) => `0 tool step-${(at + from) % 50}`));
  expect(alignSteps(wide(0), wide(1)).length).toBeLessThan(10_050);
});

test("matching pairs are shown with the pairs that enclose them", () => {
  const thread = outlineOf("0 run a", "1 run b", "2 tool c", "2 tool d", "1 tool e", "0 run f");
  const pairs = alignSteps(thread, thread);
  expect(pairsAround(pairs, (at) => at === 3)).toEqual([0, 1, 3]);
  expect(pairsAround(pairs, (at) => at === 5 || at === 4)).toEqual([0, 4, 5]);
  expect(pairsAround(pairs, () => false)).toEqual([]);
});

test("agents are the same if the outermost runs have the same names", () => {
  const before = outlineOf("0 user_message Ada", "0 run planner", "1 run checker");
  expect(haveSameAgents({ before, after: outlineOf("0 run planner", "0 assistant_message Bot") })).toBe(true);
  expect(haveSameAgents({ before, after: outlineOf("0 run reviewer", "1 run planner") })).toBe(false);
  expect(haveSameAgents({ before, after: outlineOf("0 run planner", "0 run reviewer") })).toBe(false);
});
