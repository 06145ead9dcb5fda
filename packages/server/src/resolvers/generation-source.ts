import type { StepRecord } from "../store/steps.ts";
import type { GenerationSource } from "./sources.ts";

/** Returns the generation of a step, with the id of the step; null if it has none. */
export function generationSource(step: StepRecord): GenerationSource | null {
  if (!step.generation) return null;
  const { id, createdAt, receivedAt } = step;
  return { ...step.generation, id, stepId: id, createdAt, receivedAt, step };
}
