import type { Outline } from "./outline.ts";

const maxRanked = 100;

/**
 * Returns the steps with the longest own time, slowest first. {@link ownTimes} excludes the time of a step's children.
 */
export function slowestSteps(outline: Outline): readonly number[] {
  return rank(ownTimes(outline));
}

/** Returns the model calls, most expensive first. The cost of a call excludes the cost of its descendants. */
export function costliestSteps(outline: Outline): readonly number[] {
  const own = Float64Array.from(outline.totalCosts);
  for (let step = 0; step < outline.size; step += 1) {
    if (!outline.hasGeneration(step)) own[step] = 0;
    else for (const child of outline.childrenOf(step)) own[step] = (own[step] ?? 0) - (outline.totalCosts[child] ?? 0);
  }
  return rank(own);
}

/**
 * Returns the step after `selected` in a ranking. Returns the first step if `selected` is the last one, not in the
 * ranking or null. Returns null if the ranking is empty.
 */
export function nextRanked(ranked: readonly number[], selected: number | null): number | null {
  const at = selected === null ? -1 : ranked.indexOf(selected);
  return ranked[at + 1] ?? ranked[0] ?? null;
}

/** Returns for each step the time in milliseconds during which none of its children ran. */
export function ownTimes(outline: Outline): Float64Array {
  const times = new Float64Array(outline.size);
  for (let step = 0; step < outline.size; step += 1) {
    const [from, to] = [outline.fromOf(step), outline.toOf(step)];
    if (from === null || to === null || to <= from) continue;
    times[step] = to - from;
    if ((outline.below[step] ?? 0) === 0) continue;
    const children = outline
      .childrenOf(step)
      .map((child) => [outline.fromOf(child) ?? to, outline.toOf(child) ?? 0] as const)
      .toSorted(([one], [other]) => one - other);
    let seen = from;
    for (const [start, end] of children) {
      const covered = Math.min(end, to) - Math.max(start, seen);
      if (covered <= 0) continue;
      times[step] = (times[step] ?? 0) - covered;
      seen = Math.min(end, to);
    }
  }
  return times;
}

function rank(values: Float64Array): readonly number[] {
  return Array.from(values.keys())
    .filter((step) => (values[step] ?? 0) > 0)
    .toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
    .slice(0, maxRanked);
}
