import type { Outline } from "../outline/outline.ts";
import type { StepFold } from "../outline/step-folds.ts";
import type { ToolRun } from "../outline/tool-runs.ts";

/** Properties of every view. A step is identified by its index in the outline. */
export interface ViewProps {
  readonly outline: Outline;
  readonly rows: Int32Array;
  readonly selected: number | null;
  readonly matches: ReadonlySet<number>;
  readonly collapsed: ReadonlySet<string>;
  readonly onSelect: (step: number) => void;
  readonly onToggle: (step: number) => void;
}

export interface FoldingViewProps extends ViewProps {
  /** Runs of consecutive tool calls, by the index of the first call. A run has one row until the user expands it. */
  readonly runs: ReadonlyMap<number, ToolRun>;
  readonly onToggleRun: (first: number) => void;
}

export interface ChatProps extends FoldingViewProps {
  /** Steps between two messages, by the index of the first step. They have one row until the user expands them. */
  readonly folds: ReadonlyMap<number, StepFold>;
  readonly onToggleFold: (first: number) => void;
  /** Row that shows the selected step; null if there is none. */
  readonly shownRow: number | null;
  /** Row to scroll to at first, instead of the selected step; null to scroll to the selected step. */
  readonly openingRow: number | null;
}
