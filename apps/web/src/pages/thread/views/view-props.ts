import type { Outline } from "../outline/outline.ts";
import type { ToolRun } from "../outline/tool-runs.ts";

/** Properties of every view. Steps are given as indexes of the outline. */
export interface ViewProps {
  readonly outline: Outline;
  /** Steps that the view shows, in order. */
  readonly rows: Int32Array;
  readonly selected: number | null;
  readonly matches: ReadonlySet<number>;
  readonly collapsed: ReadonlySet<string>;
  readonly onSelect: (step: number) => void;
  readonly onToggle: (step: number) => void;
}

/** Properties of the views that fold runs of equal tool calls. */
export interface FoldingViewProps extends ViewProps {
  /** Runs by their first step. */
  readonly runs: ReadonlyMap<number, ToolRun>;
  readonly onToggleRun: (first: number) => void;
}
