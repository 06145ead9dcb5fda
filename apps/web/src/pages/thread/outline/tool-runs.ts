import type { Outline } from "./outline.ts";

export interface ToolRun {
  readonly steps: readonly number[];
  readonly isOpen: boolean;
}

/** Minimum number of consecutive calls that are collapsed. */
const minRun = 3;

export interface FoldedRows {
  /** Rows to show. Only the first call of a collapsed run has a row. */
  readonly rows: Int32Array;
  readonly runs: ReadonlyMap<number, ToolRun>;
}

/**
 * Collapses consecutive calls of the same tool into one row. Such calls are a run. `opened` contains the runs that the
 * user expanded, identified by the id of their first call.
 */
export function foldToolRuns(options: {
  readonly outline: Outline;
  readonly rows: Int32Array;
  readonly isTool: (step: number) => boolean;
  readonly opened: ReadonlySet<string>;
}): FoldedRows {
  const { outline, rows, isTool, opened } = options;
  const shown: number[] = [];
  const runs = new Map<number, ToolRun>();
  for (let at = 0; at < rows.length;) {
    const steps = runAt(outline, rows, at, isTool);
    const first = steps[0] ?? 0;
    const isOpen = steps.length < minRun || opened.has(outline.idOf(first));
    if (steps.length >= minRun) runs.set(first, { steps, isOpen });
    for (const step of isOpen ? steps : [first]) shown.push(step);
    at += steps.length;
  }
  return { rows: runs.size === 0 ? rows : Int32Array.from(shown), runs };
}

/**
 * Returns the first step of the run of tool calls, or of the fold, that contains the step. Null if none contains it, or
 * if the step is itself the first.
 */
export function firstOfRun(
  runs: ReadonlyMap<number, { readonly steps: readonly number[] }>,
  step: number,
): number | null {
  for (const [first, { steps }] of runs) if (first !== step && steps.includes(step)) return first;
  return null;
}

function runAt(outline: Outline, rows: Int32Array, from: number, isTool: (step: number) => boolean): number[] {
  const first = rows[from] ?? 0;
  const steps = [first];
  if (!isTool(first)) return steps;
  for (let at = from + 1; at < rows.length; at += 1) {
    const step = rows[at] ?? 0;
    const isSame =
      isTool(step) &&
      outline.nameOf(step) === outline.nameOf(first) &&
      outline.typeOf(step) === outline.typeOf(first) &&
      outline.depths[step] === outline.depths[first];
    if (!isSame) break;
    steps.push(step);
  }
  return steps;
}
