import type { Outline } from "../outline/outline.ts";
import { isMessage } from "../outline/step-kind.ts";
import type { StepPair } from "./align-steps.ts";

export interface PayloadChange {
  readonly input: boolean;
  readonly output: boolean;
}

export interface Outlines {
  readonly before: Outline;
  readonly after: Outline;
}

export function pairKey({ before, after }: StepPair, outlines: Outlines): string {
  return JSON.stringify([idOf(outlines.before, before), idOf(outlines.after, after)]);
}

function idOf(outline: Outline, step: number | null): string | null {
  return step === null ? null : outline.idOf(step);
}

/** Whether one step of the pair is missing, or the steps differ in name or model, or only one of them failed. */
export function isOtherStep({ before, after }: StepPair, outlines: Outlines): boolean {
  if (before === null || after === null) return true;
  return (
    outlines.before.nameOf(before) !== outlines.after.nameOf(after) ||
    outlines.before.modelOf(before) !== outlines.after.modelOf(after) ||
    outlines.before.hasError(before) !== outlines.after.hasError(after)
  );
}

/**
 * Whether the outermost runs of both threads have the same names, so that the threads have the same agents. If not, a
 * difference such as a higher cost is shown as neither better nor worse.
 */
export function haveSameAgents({ before, after }: Outlines): boolean {
  const [old, fresh] = [agentsOf(before), agentsOf(after)];
  return old.size === fresh.size && [...old].every((name) => fresh.has(name));
}

function agentsOf(outline: Outline): Set<string | null> {
  const outer = outline.order.filter((step) => outline.parents[step] === -1 && !isMessage(outline.typeOf(step)));
  return new Set(Array.from(outer, (step) => outline.nameOf(step)));
}

/**
 * Returns the index of the pair to show first: the first one in which one step failed and the other did not. 0 without
 * such a pair.
 */
export function firstOfInterest(pairs: readonly StepPair[], outlines: Outlines): number {
  const found = pairs.findIndex(
    ({ before, after }) =>
      before !== null && after !== null && outlines.before.hasError(before) !== outlines.after.hasError(after),
  );
  return Math.max(found, 0);
}

/** Returns the indexes of the pairs for which `isShown` returns true, and of their ancestors, in tree order. */
export function pairsAround(pairs: readonly StepPair[], isShown: (at: number) => boolean): readonly number[] {
  const shown: number[] = [];
  // Depth of the parent of the pair that was added last. The loop runs backward, so the next pair with this depth is
  // the parent.
  let around = -1;
  for (let at = pairs.length - 1; at >= 0; at -= 1) {
    const depth = pairs[at]?.depth ?? 0;
    if (depth !== around && !isShown(at)) continue;
    shown.push(at);
    around = depth - 1;
  }
  return shown.toReversed();
}
