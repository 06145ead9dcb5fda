import type { Outline } from "./outline.ts";

/**
 * Returns the critical path: the steps of which any delay would have delayed the end of the thread. The search runs
 * backward. It starts with the root step that ended last. It continues with the root step that was the last to end
 * before that step started, and so on. The children of each found step are searched in the same way. Open steps count
 * as running.
 */
export function criticalPath(outline: Outline): ReadonlySet<number> {
  const found = new Set<number>();
  const endOf = (step: number): number => outline.toOf(step) ?? (outline.isOpen(step) ? outline.end : -1);
  const waiting: { readonly steps: readonly number[]; readonly until: number }[] = [
    { steps: outline.childrenOf(-1), until: outline.end },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { steps, until } = next;
    const timed = steps.filter((step) => endOf(step) > (outline.fromOf(step) ?? Infinity));
    let at = until;
    for (const step of timed.toSorted((one, other) => endOf(other) - endOf(one))) {
      const [from, end] = [outline.fromOf(step) ?? 0, Math.min(endOf(step), until)];
      if (end > at || from >= at) continue;
      found.add(step);
      if ((outline.below[step] ?? 0) > 0) waiting.push({ steps: outline.childrenOf(step), until: end });
      at = from;
    }
  }
  return found;
}
