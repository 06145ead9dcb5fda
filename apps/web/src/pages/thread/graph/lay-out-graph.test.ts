import { expect, test } from "vitest";
import { layOutGraph } from "./lay-out-graph.ts";
import { noFacts, type GraphNode } from "./step-graph.ts";

const node = (id: string): GraphNode => ({
  id,
  kind: "group",
  type: "tool",
  name: id,
  nameCount: null,
  steps: [],
  facts: noFacts,
});
const edge = (from: number, to: number, position = 1) => ({ from, to, count: 1, position });

test("callees are to the right of their caller, from top to bottom in the order of their calls", () => {
  const nodes = ["agent", "constructor", "__proto__", "search"].map(node);
  const { places, curves, width, height } = layOutGraph({ nodes, edges: [edge(0, 1), edge(0, 2, 2), edge(0, 3, 3)] });
  const [agent, ...callees] = places;
  const tops = callees.map(({ top }) => top);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  for (const { left, width: wide, top, height: high } of callees) {
    expect(left).toBeGreaterThan((agent?.left ?? 0) + (agent?.width ?? 0));
    expect(left + wide).toBeLessThanOrEqual(width);
    expect(top + high).toBeLessThanOrEqual(height);
  }
  for (const { path } of curves) expect(path).toMatch(/^M[\d.]+,[\d.]+C/);
});

test("steps that call each other or themselves have edges", () => {
  const nodes = ["one", "other"].map(node);
  const { curves } = layOutGraph({ nodes, edges: [edge(0, 1), edge(1, 0), edge(1, 1, 2)] });
  for (const { path } of curves) expect(path.length).toBeGreaterThan(10);
});

test("graphs with many cycles are laid out", () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const keys = new Set<number>();
    for (let at = 0; at < 40; at += 1) keys.add(((at * 7919 * seed) % 20) * 20 + ((at * 104_729) % 19));
    const edges = [...keys].map((key) => edge(Math.floor(key / 20), key % 20));
    const { curves, places } = layOutGraph({ nodes: Array.from({ length: 20 }, (_, at) => node(`${at}`)), edges });
    expect(curves.every(({ path }) => path !== "" && !path.includes("NaN"))).toBe(true);
    expect(places.every(({ left, top }) => left >= 0 && top >= 0)).toBe(true);
  }
});
