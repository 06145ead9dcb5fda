import { diffArrays } from "diff";
import type { Outline } from "../outline/outline.ts";
import { stepKind } from "../outline/step-kind.ts";

/** A pair of aligned steps of two threads. A step without a counterpart is alone in its pair. */
export interface StepPair {
  readonly before: number | null;
  readonly after: number | null;
  readonly depth: number;
}

type Match = readonly [before: number | null, after: number | null];

/** Maximum time to search for the best alignment of siblings, in milliseconds. */
const timeout = 200;

/**
 * Pairs the steps of two threads for a comparison, in tree order. Siblings with the same type and name are paired
 * first. The remaining agents, model calls and messages are paired if they have the same type, because their names
 * often change between versions.
 */
export function alignSteps(before: Outline, after: Outline): readonly StepPair[] {
  const pairs: StepPair[] = [];
  // Pairs to visit, used as a stack.
  const waiting: StepPair[] = [];
  const push = (depth: number, one: number | null, other: number | null): void => {
    const matches = alignSiblings(before, after, [
      one === null && other !== null ? [] : before.childrenOf(one ?? -1),
      other === null && one !== null ? [] : after.childrenOf(other ?? -1),
    ]);
    for (const [left, right] of matches.toReversed()) waiting.push({ before: left, after: right, depth });
  };
  push(0, null, null);
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    pairs.push(pair);
    push(pair.depth + 1, pair.before, pair.after);
  }
  return pairs;
}

function alignSiblings(
  before: Outline,
  after: Outline,
  [left, right]: readonly [readonly number[], readonly number[]],
): readonly Match[] {
  return align(left, right, {
    keys: [left.map((step) => keyOf(before, step)), right.map((step) => keyOf(after, step))],
    between: (ones, others) =>
      align(ones, others, {
        keys: [ones.map((step) => roleOf(before, step)), others.map((step) => roleOf(after, step))],
        between: apart,
      }),
  });
}

function keyOf(outline: Outline, step: number): string {
  return JSON.stringify([outline.typeOf(step), outline.nameOf(step)]);
}

function roleOf(outline: Outline, step: number): string {
  const type = outline.typeOf(step);
  return ["run", "llm", "message"].includes(stepKind(type)) ? type : keyOf(outline, step);
}

/**
 * Pairs items with equal keys from two lists: as many as possible without changing the order (longest common
 * subsequence). The unpaired items before, between and after these pairs are gaps. `between` is called for each gap,
 * and can pair its items in another way.
 */
function align(
  left: readonly number[],
  right: readonly number[],
  {
    keys: [leftKeys, rightKeys],
    between,
  }: {
    readonly keys: readonly [readonly string[], readonly string[]];
    readonly between: (left: readonly number[], right: readonly number[]) => readonly Match[];
  },
): readonly Match[] {
  if (left.length === 0 || right.length === 0) return apart(left, right);
  const changes = diffArrays([...leftKeys], [...rightKeys], { timeout });
  if (!changes) return between(left, right);
  const matches: Match[] = [];
  let [at, to] = [0, 0];
  let gap: [number[], number[]] = [[], []];
  const close = (): void => {
    matches.push(...between(...gap));
    gap = [[], []];
  };
  for (const { count = 0, added, removed } of changes) {
    if (removed) gap[0].push(...left.slice(at, at + count));
    else if (added) gap[1].push(...right.slice(to, to + count));
    else {
      close();
      for (let index = 0; index < count; index += 1) matches.push([left[at + index] ?? 0, right[to + index] ?? 0]);
    }
    if (!added) at += count;
    if (!removed) to += count;
  }
  close();
  return matches;
}

function apart(left: readonly number[], right: readonly number[]): readonly Match[] {
  return [...left.map((step): Match => [step, null]), ...right.map((step): Match => [null, step])];
}
