import type { Outline } from "../outline/outline.ts";
import { factsOf, type GraphEdge, type GraphNode, type StepGraph, threadNode } from "./step-graph.ts";

/**
 * Maximum number of steps in the graph until the user reveals more. At most {@link maxChildren} of them have the same
 * parent.
 */
const maxSteps = 100;
const maxChildren = 12;
/** Number of steps that a click on a node of hidden steps reveals. */
export const moreSteps = 50;

/**
 * Returns a graph with one node per step. If the limits hide children of a step, one more node represents all of these.
 * Each click on this node reveals {@link moreSteps} children. `opened` contains the number of clicks by node id.
 */
export function runGraph(outline: Outline, opened: ReadonlyMap<string, number>): StepGraph {
  const { order, positions, below, size } = outline;
  const asked = [...opened.values()].reduce((sum, times) => sum + times * moreSteps, 0);
  let left = maxSteps + asked;
  const hasOneRoot = size > 0 && below[order[0] ?? 0] === size - 1;
  const nodes: GraphNode[] = hasOneRoot ? [stepNode(outline, order[0] ?? 0)] : [threadNode];
  const edges: GraphEdge[] = [];
  // Grows during the loop: each shown step adds its children.
  const callers: { readonly node: number; readonly from: number; readonly end: number }[] = [
    { node: 0, from: hasOneRoot ? 1 : 0, end: size },
  ];
  for (const { node, from, end } of callers) {
    const id = `rest-${nodes[node]?.id ?? ""}`;
    let room = Math.min(maxChildren + (opened.get(id) ?? 0) * moreSteps, left);
    let position = 0;
    let at = from;
    const add = (child: GraphNode): void => {
      position += 1;
      edges.push({ from: node, to: nodes.length, count: 1, position });
      nodes.push(child);
    };
    while (at < end && (room > 0 || at === end - 1)) {
      const step = order[at] ?? 0;
      const next = at + 1 + (below[step] ?? 0);
      if (next > at + 1) callers.push({ node: nodes.length, from: (positions[step] ?? 0) + 1, end: next });
      add(stepNode(outline, step));
      room -= 1;
      left -= 1;
      at = next;
    }
    if (at >= end) continue;
    const steps = order.subarray(at, end);
    add({ id, kind: "rest", type: "undefined", name: null, nameCount: null, steps, facts: factsOf(outline, steps) });
  }
  return { nodes, edges };
}

function stepNode(outline: Outline, step: number): GraphNode {
  const steps = [step];
  return {
    id: outline.idOf(step),
    kind: "step",
    type: outline.typeOf(step),
    name: outline.nameOf(step),
    nameCount: null,
    steps,
    facts: factsOf(outline, steps),
  };
}
