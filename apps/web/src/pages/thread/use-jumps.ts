import { useMemo } from "react";
import type { Outline } from "./outline/outline.ts";
import { costliestSteps, nextRanked, slowestSteps } from "./outline/rank-steps.ts";

export const jumpNames = ["error", "slowest", "costliest"] as const;

export type JumpName = (typeof jumpNames)[number];

type FindStep = (to: JumpName, selected: number | null) => number | null;

/** Returns a function that finds the next step to jump to, such as the next failed step. */
export function useJumps(outline: Outline): FindStep {
  return useMemo(() => stepFinder(outline), [outline]);
}

function stepFinder(outline: Outline): FindStep {
  const ranks = new Map<JumpName, readonly number[]>();
  return (to, selected) => {
    if (to === "error") {
      const id = outline.errorAfter(selected === null ? null : outline.idOf(selected));
      return id === null ? null : (outline.indexOf(id) ?? null);
    }
    const ranked = ranks.get(to) ?? (to === "slowest" ? slowestSteps(outline) : costliestSteps(outline));
    ranks.set(to, ranked);
    return nextRanked(ranked, selected);
  };
}
