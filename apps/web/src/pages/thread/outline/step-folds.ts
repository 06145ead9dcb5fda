import type { Outline } from "./outline.ts";
import type { ToolRun } from "./tool-runs.ts";

/** Maximum number of rows between two messages that are not collapsed. */
const maxRows = 3;

/** Consecutive tools and failed steps between two messages, which are collapsed to one row. */
export interface StepFold {
  readonly steps: readonly number[];
  readonly isOpen: boolean;
}

export interface FoldedSteps {
  /** Rows to show. Only the first step of a collapsed fold has a row. */
  readonly rows: Int32Array;
  readonly folds: ReadonlyMap<number, StepFold>;
}

/**
 * Collapses the steps between two messages into one row, if they have more than three rows. A run of tool calls counts
 * as one row. `opened` contains the folds that the user expanded, identified by the id of their first step. Steps after
 * the last message are collapsed only if `foldsEnd` is true.
 */
export function foldSteps(options: {
  readonly outline: Outline;
  readonly rows: Int32Array;
  readonly runs: ReadonlyMap<number, ToolRun>;
  readonly canFold: (step: number) => boolean;
  readonly opened: ReadonlySet<string>;
  readonly foldsEnd: boolean;
}): FoldedSteps {
  const { outline, rows, runs, canFold, opened, foldsEnd } = options;
  const shown: number[] = [];
  const folds = new Map<number, StepFold>();
  for (let at = 0; at < rows.length;) {
    const begin = at;
    const steps: number[] = [];
    let count = 0;
    while (at < rows.length && canFold(rows[at] ?? 0)) {
      const row = rows[at] ?? 0;
      const run = runs.get(row);
      steps.push(...(run?.steps ?? [row]));
      at += run?.isOpen === true ? run.steps.length : 1;
      count += 1;
    }
    if (count === 0) {
      shown.push(rows[at] ?? 0);
      at += 1;
      continue;
    }
    const [first = 0] = steps;
    const isBetween = begin > 0 && (at < rows.length || foldsEnd);
    const isOpen = opened.has(outline.idOf(first));
    if (isBetween && count > maxRows) folds.set(first, { steps, isOpen });
    const isCollapsed = folds.has(first) && !isOpen;
    for (const step of isCollapsed ? [first] : rows.slice(begin, at)) shown.push(step);
  }
  return { rows: folds.size === 0 ? rows : Int32Array.from(shown), folds };
}
