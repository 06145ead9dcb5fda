export const parts = ["input", "output"] as const;
export type Part = (typeof parts)[number];

export const diffLayouts = ["split", "unified"] as const;
export type DiffLayout = (typeof diffLayouts)[number];

export function firstLayout(): DiffLayout {
  return matchMedia("(width < 56rem)").matches ? "unified" : "split";
}
