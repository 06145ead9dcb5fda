import type { Outline } from "./outline.ts";

export interface StepChoice {
  readonly id: string;
  readonly name: string;
  /** Start of the step, in epoch milliseconds; null if unknown. */
  readonly from: number | null;
}

const maxChoices = 200;

/**
 * Returns the other steps as choices for a comparison. Steps with the same type and name come first, then steps with
 * the same type, then all others. In each of the first two groups, steps before the given step precede steps after it.
 * Otherwise, nearer steps come first.
 */
export function similarSteps(outline: Outline, id: string): readonly StepChoice[] {
  const step = outline.indexOf(id);
  if (step === undefined || step === null) return [];
  const rank = (other: number): number => {
    if (outline.typeOf(other) !== outline.typeOf(step)) return 4;
    return (outline.nameOf(other) === outline.nameOf(step) ? 0 : 2) + (other < step ? 0 : 1);
  };
  const others = Array.from({ length: outline.size }, (_, other) => other).filter((other) => other !== step);
  return others
    .map((other) => ({ other, rank: rank(other), distance: Math.abs(other - step) }))
    .toSorted((one, two) => one.rank - two.rank || one.distance - two.distance)
    .slice(0, maxChoices)
    .map(({ other }) => ({
      id: outline.idOf(other),
      name: outline.nameOf(other) ?? outline.typeOf(other),
      from: timeOf(outline, other),
    }));
}

function timeOf(outline: Outline, step: number): number | null {
  const from = outline.fromOf(step);
  return from === null ? null : outline.start + from;
}
