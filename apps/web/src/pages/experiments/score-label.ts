import type { LabelOf } from "../score-schemas/use-score-labels.ts";
import type { Cell } from "./compared-row.ts";

type Scored = Pick<Cell, "scores" | "trials">;

/** Returns the label of a cell's score; null if it has none. The average of several trials has no label. */
export function labelIn(
  labelOf: LabelOf,
  { name, cell }: { readonly name: string; readonly cell: Scored },
): string | null {
  const value = cell.scores.get(name);
  return value === undefined || cell.trials > 1 ? null : labelOf(name, value);
}

/** Returns the label of a score, after the label of the baseline if both differ; null if a value has no label. */
export function changedLabel(
  labelOf: LabelOf,
  { name, cell, base }: { readonly name: string; readonly cell: Scored; readonly base: Scored | undefined },
): string | null {
  const after = labelIn(labelOf, { name, cell });
  const before = base?.scores.has(name) ? labelIn(labelOf, { name, cell: base }) : after;
  if (before === null || after === null) return null;
  return before === after ? after : `${before} → ${after}`;
}
