import type { Outline } from "../outline/outline.ts";

/** Props of every view. Steps are indexes of the outline. */
export interface ViewProps {
  readonly outline: Outline;
  /** Steps of the view, in its order. */
  readonly rows: Int32Array;
  readonly selected: number | null;
  readonly matches: ReadonlySet<number>;
  readonly collapsed: ReadonlySet<string>;
  readonly onSelect: (step: number) => void;
  readonly onToggle: (step: number) => void;
}
