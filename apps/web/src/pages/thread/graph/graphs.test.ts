import { expect, test } from "vitest";
import { Outline } from "../outline/outline.ts";
import { groupSteps } from "../outline/step-groups.ts";
import { nameGraph } from "./name-graph.ts";
import { runGraph } from "./run-graph.ts";
import type { StepGraph } from "./step-graph.ts";

interface Step {
  readonly parent: number;
  readonly type?: string;
  readonly name: string;
  readonly to?: number;
}

function outlineOf(steps: readonly Step[], errors: readonly number[] = []): Outline {
  const types = [...new Set(steps.map(({ type = "tool" }) => type))];
  const names = [...new Set(steps.map(({ name }) => name))];
  return new Outline({
    start: 0,
    types,
    names,
    models: [],
    id: steps.map((_, at) => `s${at}`),
    parent: steps.map(({ parent }) => parent),
    type: steps.map(({ type = "tool" }) => types.indexOf(type)),
    name: steps.map(({ name }) => names.indexOf(name)),
    from: steps.map(() => 0),
    to: steps.map(({ to }) => to ?? null),
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

const edgesOf = ({ nodes, edges }: StepGraph): string[] =>
  edges.map(
    ({ from, to, count, position }) =>
      `${nodes[from]?.name ?? nodes[from]?.kind} ${position}. ${nodes[to]?.name ?? nodes[to]?.kind} ×${count}`,
  );

const loop = outlineOf(
  [
    { parent: -1, type: "run", name: "agent", to: 9_000 },
    { parent: 0, type: "llm", name: "plan", to: 1_000 },
    { parent: 0, name: "search", to: 500 },
    { parent: 0, type: "llm", name: "plan", to: 3_000 },
    { parent: 0, name: "search" },
    { parent: 4, name: "fetch", to: 100 },
  ],
  [4],
);

test("the graph of names has one node for each name, with its calls in order, errors and latency", () => {
  const graph = nameGraph(loop, groupSteps(loop));
  expect(edgesOf(graph)).toEqual(["agent 1. plan ×2", "agent 2. search ×2", "search 1. fetch ×1"]);
  const factsOf = (wanted: string) => graph.nodes.find(({ name }) => name === wanted)?.facts;
  expect(factsOf("plan")).toMatchObject({ count: 2, errorCount: 0, total: 4, median: 2 });
  expect(factsOf("search")).toMatchObject({ count: 2, errorCount: 1, total: 0.5, median: 0.5 });
});

test("if a thread has several root steps, they are calls of the thread", () => {
  const outline = outlineOf([
    { parent: -1, name: "first" },
    { parent: -1, name: "second" },
    { parent: -1, name: "first" },
  ]);
  expect(edgesOf(nameGraph(outline, groupSteps(outline)))).toEqual(["thread 1. first ×2", "thread 2. second ×1"]);
  expect(edgesOf(runGraph(outline, new Map()))).toEqual([
    "thread 1. first ×1",
    "thread 2. second ×1",
    "thread 3. first ×1",
  ]);
});

test("too many names are grouped: first names that differ only in numbers, then the rarest names", () => {
  const numbered = outlineOf(Array.from({ length: 500 }, (_, at) => ({ parent: -1, name: `step ${at}.${at % 7}` })));
  expect(groupSteps(numbered).groups.map(({ name, steps }) => [name, steps.length])).toEqual([["step #.#", 500]]);
  const letters = (at: number): string => String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26));
  const random = outlineOf(
    Array.from({ length: 2_000 }, (_, at) => ({ parent: -1, name: at % 2 === 0 ? "common" : letters(at) })),
  );
  const { groups, groupOf } = groupSteps(random);
  expect(groups.length).toBeLessThanOrEqual(40);
  expect(groups.find(({ nameCount }) => nameCount !== null)?.nameCount).toBeGreaterThan(100);
  expect(groups.reduce((sum, { steps }) => sum + steps.length, 0)).toBe(2_000);
  expect(groups[groupOf[0] ?? -1]?.name).toBe("common");
});

test("the graph of a run shows steps up to a limit, and more on demand", () => {
  const wide = outlineOf([
    { parent: -1, type: "run", name: "agent" },
    ...Array.from({ length: 2_000 }, () => ({ parent: 0, name: "search" })),
  ]);
  const first = runGraph(wide, new Map());
  expect(first.nodes).toHaveLength(14);
  const rest = first.nodes.at(-1);
  expect(rest).toMatchObject({ kind: "rest", facts: { count: 1_988 } });
  expect(edgesOf(first).slice(0, 2)).toEqual(["agent 1. search ×1", "agent 2. search ×1"]);
  const more = runGraph(wide, new Map([[rest?.id ?? "", 1]]));
  expect(more.nodes).toHaveLength(64);
  expect(more.nodes.at(-1)).toMatchObject({ kind: "rest", facts: { count: 1_938 } });
});

test("every step of a large run is in one node", () => {
  const tree = outlineOf(
    Array.from({ length: 5_000 }, (_, at) => ({ parent: at === 0 ? -1 : Math.floor((at - 1) / 3), name: `${at}` })),
  );
  const { nodes } = runGraph(tree, new Map());
  expect(nodes.length).toBeLessThan(220);
  expect(nodes.reduce((sum, { steps }) => sum + steps.length, 0)).toBe(5_000);
});
