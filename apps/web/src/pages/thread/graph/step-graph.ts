import type { Outline } from "../outline/outline.ts";

/** Node of a graph: all steps with one name, a single step, or hidden steps. */
export interface GraphNode {
  readonly id: string;
  readonly kind: "thread" | "group" | "step" | "rest";
  readonly type: string;
  readonly name: string | null;
  /** Number of different names if the node combines steps with rare names; otherwise null. */
  readonly nameCount: number | null;
  /** Indexes of the steps, in tree order. Empty for the node of the thread. */
  readonly steps: ArrayLike<number>;
  readonly facts: StepFacts;
}

/** All calls from the steps of one node to those of another. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Position among the edges from the node `from`, in the order of their first calls. Starts at 1. */
  readonly position: number;
}

export interface StepGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface StepFacts {
  readonly count: number;
  readonly errorCount: number;
  readonly openCount: number;
  /** Number of tokens of the steps that are model calls. Other steps count as 0, even if they contain model calls. */
  readonly tokenCount: number;
  /** Total duration in seconds; null if no step has a known duration. */
  readonly total: number | null;
  readonly median: number | null;
}

export const noFacts: StepFacts = {
  count: 0,
  errorCount: 0,
  openCount: 0,
  tokenCount: 0,
  total: null,
  median: null,
};

export function factsOf(outline: Outline, steps: ArrayLike<number>): StepFacts {
  const durations = new Float64Array(steps.length);
  let [known, total, errorCount, openCount, tokenCount] = [0, 0, 0, 0, 0];
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at] ?? 0;
    if (outline.hasError(step)) errorCount += 1;
    if (outline.isOpen(step)) openCount += 1;
    if (outline.hasGeneration(step)) tokenCount += outline.totalTokens[step] ?? 0;
    const duration = outline.durationOf(step);
    if (duration === null) continue;
    durations[known] = duration;
    known += 1;
    total += duration;
  }
  const sorted = durations.subarray(0, known).toSorted();
  const middle = known === 0 ? null : ((sorted[(known - 1) >> 1] ?? 0) + (sorted[known >> 1] ?? 0)) / 2;
  return { count: steps.length, errorCount, openCount, tokenCount, total: known === 0 ? null : total, median: middle };
}

/** Node of the thread, which calls the root steps. */
export const threadNode: GraphNode = {
  id: "thread",
  kind: "thread",
  type: "run",
  name: null,
  nameCount: null,
  steps: [],
  facts: noFacts,
};
