import type { ComparedRow, FigureName } from "./compared-row.ts";
import { meanOf, sumOf } from "./mean.ts";

interface MeasuredRun {
  /** Times as ISO 8601; null if unknown. */
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly usage: { readonly tokenCount: number | null; readonly cost: number | null } | null;
}

export function figuresOf(
  trials: readonly { readonly experimentRun: MeasuredRun | null }[],
): Readonly<Record<FigureName, readonly number[]>> {
  const runs = trials.flatMap(({ experimentRun }) => experimentRun ?? []);
  return {
    latency: runs.flatMap((run) => latencyOf(run) ?? []),
    tokens: runs.flatMap(({ usage }) => usage?.tokenCount ?? []),
    cost: runs.flatMap(({ usage }) => usage?.cost ?? []),
  };
}

/** Returns the latency in seconds; null while the run is in progress, or if a time is unknown. */
function latencyOf({ startTime, endTime }: MeasuredRun): number | null {
  if (startTime === null || endTime === null) return null;
  return Math.max(Date.parse(endTime) - Date.parse(startTime), 0) / 1000;
}

/** Summary of a figure over all rows of one experiment. `change` compares its average with the baseline. */
export interface FigureSummary {
  readonly name: FigureName;
  readonly average: number;
  readonly total: number;
  /**
   * Relative difference from the baseline's average, over the rows in which both have the figure: for example, 0.1 if
   * the average is 10 % higher. Null for the baseline itself, if no row has both, and if the baseline's average is 0.
   */
  readonly change: number | null;
}

/** Summarizes one figure of a column. Returns an empty list when no row has the figure. */
export function summarizeFigure(
  rows: readonly ComparedRow[],
  { name, column, base }: { readonly name: FigureName; readonly column: number; readonly base: number },
): FigureSummary[] {
  const average = meanOf(rows.flatMap((row) => valueIn(row, name, column) ?? []));
  if (average === null) return [];
  const pairs = figurePairs(rows, { name, column, base });
  const before = sumOf(pairs.map((pair) => pair.before));
  const change = before === 0 ? null : sumOf(pairs.map((pair) => pair.after)) / before - 1;
  return [{ name, average, total: sumOf(rows.flatMap(({ cells }) => cells[column]?.figures[name] ?? [])), change }];
}

/** Returns the values of a figure in the rows in which both experiments have it. Returns none for the baseline. */
export function figurePairs(
  rows: readonly ComparedRow[],
  { name, column, base }: { readonly name: FigureName; readonly column: number; readonly base: number },
): readonly { readonly before: number; readonly after: number }[] {
  if (column === base) return [];
  return rows.flatMap((row) => {
    const [before, after] = [valueIn(row, name, base), valueIn(row, name, column)];
    return before === null || after === null ? [] : [{ before, after }];
  });
}

function valueIn({ cells }: ComparedRow, name: FigureName, column: number): number | null {
  return meanOf(cells[column]?.figures[name]);
}
