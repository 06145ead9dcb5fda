import type { Outline } from "./outline.ts";
import { isMessage } from "./step-kind.ts";

/** Duration of a step as a fraction of a longer duration. */
export interface TimeShare {
  readonly share: number;
  /** Index of the root step whose duration is 100%; null if the duration of the thread is 100%. */
  readonly of: number | null;
}

/**
 * Returns the duration of a step as a fraction of its root step's duration. For a root step, it is a fraction of the
 * thread's duration. Null for a message, and if a duration is unknown. Also null for a root step that contains all
 * other steps, because it takes as long as the thread.
 */
export function timeShare(outline: Outline, step: number): TimeShare | null {
  const seconds = outline.durationOf(step);
  if (seconds === null || isMessage(outline.typeOf(step))) return null;
  const root = rootOf(outline, step);
  if (root === step && (outline.below[step] ?? 0) === outline.size - 1) return null;
  const whole = root === step ? outline.end / 1000 : outline.durationOf(root);
  return whole === null || whole === 0 ? null : { share: seconds / whole, of: root === step ? null : root };
}

/** Formats a share. A share that would be rounded to 0% is shown as less than the smallest share. */
export function shareText(share: number, percent: (fraction: number) => string): string {
  const smallest = 0.001;
  if (share > 0 && share < smallest / 2) return `<${percent(smallest)}`;
  return percent(share < 0.01 ? share : Math.round(share * 100) / 100);
}

function rootOf(outline: Outline, step: number): number {
  let root = step;
  for (let at = step; at !== -1; at = outline.parents[at] ?? -1) root = at;
  return root;
}
