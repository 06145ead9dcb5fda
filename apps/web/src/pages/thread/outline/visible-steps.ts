import type { Outline } from "./outline.ts";

/** Returns the steps of a tree from top to bottom, without descendants of collapsed steps. */
export function visibleSteps(outline: Outline, collapsed: ReadonlySet<string>): Int32Array {
  const { order, below, size } = outline;
  if (collapsed.size === 0) return order;
  const visible = new Int32Array(size);
  let count = 0;
  for (let at = 0; at < size; at += 1) {
    const index = order[at] ?? 0;
    visible[count] = index;
    count += 1;
    const hidden = below[index] ?? 0;
    if (hidden > 0 && collapsed.has(outline.idOf(index))) at += hidden;
  }
  return visible.slice(0, count);
}
