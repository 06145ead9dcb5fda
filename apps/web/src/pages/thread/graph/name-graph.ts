import type { Outline } from "../outline/outline.ts";
import type { StepGroups } from "../outline/step-groups.ts";
import { factsOf, type GraphEdge, type StepGraph, threadNode } from "./step-graph.ts";

/** Returns a graph with one node per type and name, and one edge for all calls between two nodes. */
export function nameGraph(outline: Outline, { groups, groupOf }: StepGroups): StepGraph {
  const hasOneRoot = outline.size > 0 && outline.below[outline.order[0] ?? 0] === outline.size - 1;
  // Index of the first group's node. If there are several root steps, a node for the thread precedes it, as their
  // common caller. A single root step is the first caller itself.
  const first = hasOneRoot ? 0 : 1;
  const edges = new Map<number, { -readonly [Key in keyof GraphEdge]: GraphEdge[Key] }>();
  const callees = new Int32Array(groups.length + first);
  for (const step of outline.order) {
    const parent = outline.parents[step] ?? -1;
    if (parent === -1 && hasOneRoot) continue;
    const from = parent === -1 ? 0 : (groupOf[parent] ?? 0) + first;
    const to = (groupOf[step] ?? 0) + first;
    const key = from * (groups.length + first) + to;
    const edge = edges.get(key);
    if (edge) edge.count += 1;
    else {
      const position = (callees[from] ?? 0) + 1;
      callees[from] = position;
      edges.set(key, { from, to, count: 1, position });
    }
  }
  const named = groups.map(({ key, type, name, nameCount, steps }) => ({
    id: key,
    kind: "group" as const,
    type,
    name,
    nameCount,
    steps,
    facts: factsOf(outline, steps),
  }));
  return { nodes: hasOneRoot ? named : [threadNode, ...named], edges: [...edges.values()] };
}
