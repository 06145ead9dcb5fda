import type { Outline } from "./outline.ts";
import { isMessage } from "./step-kind.ts";

/** Duration of a step as a fraction of a longer duration. */
export interface TimeShare {
  readonly share: number;
  /** Index of the outermost step that contains the step; null if the fraction is of the thread's duration. */
  readonly of: number | null;
}

/**
 * Returns the share of a step in the duration of the outermost step that contains it. For an outermost step, returns
 * its share in the duration of the thread. Nested steps are not related to the thread, because most of its duration can
 * be the time between two turns. Null if a duration is unknown, or if the step is the whole.
 */
export function timeShare(outline: Outline, step: number): TimeShare | null {
  const seconds = outline.durationOf(step);
  if (seconds === null || isMessage(outline.typeOf(step))) return null;
  const root = rootOf(outline, step);
  if (root === step && (outline.below[step] ?? 0) === outline.size - 1) return null;
  const whole = root === step ? outline.end / 1000 : outline.durationOf(root);
  return whole === null || whole === 0 ? null : { share: seconds / whole, of: root === step ? null : root };
}

function rootOf(outline: Outline, step: number): number {
  let root = step;
  for (let at = step; at !== -1; at = outline.parents[at] ?? -1) root = at;
  return root;
}
