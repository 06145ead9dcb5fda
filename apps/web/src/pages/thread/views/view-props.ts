import type { Outline } from "../outline/outline.ts";
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
