import type { Outline } from "../outline/outline.ts";
import type { ToolRun } from "../outline/tool-runs.ts";

/** Properties of every view. Steps are identified by their index in the outline. */
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

/** Properties of the views that collapse consecutive calls of a tool. */
export interface FoldingViewProps extends ViewProps {
  /** Runs of tool calls, by the index of their first step. */
  readonly runs: ReadonlyMap<number, ToolRun>;
  readonly onToggleRun: (first: number) => void;
}
