/** Parts of a step that can be compared. */
export const parts = ["input", "output"] as const;
export type Part = (typeof parts)[number];

/** Layouts of a comparison: in two columns, or in one. */
export const diffLayouts = ["split", "unified"] as const;
export type DiffLayout = (typeof diffLayouts)[number];

/** Returns the initial layout: two columns if the window is wide enough, otherwise one. */
export function firstLayout(): DiffLayout {
  return matchMedia("(width < 56rem)").matches ? "unified" : "split";
}
