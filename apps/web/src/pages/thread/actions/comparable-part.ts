/** Parts of a step that can be compared. */
export const parts = ["input", "output"] as const;
export type Part = (typeof parts)[number];

/** Columns of a comparison. */
export const diffLayouts = ["split", "unified"] as const;
export type DiffLayout = (typeof diffLayouts)[number];

/** Two columns if the window is wide enough. */
export function firstLayout(): DiffLayout {
  return matchMedia("(width < 56rem)").matches ? "unified" : "split";
}
