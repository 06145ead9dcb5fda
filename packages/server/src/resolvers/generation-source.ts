import type { StepRecord } from "../store/steps.ts";
import type { GenerationSource } from "./sources.ts";

/** Generation of a step, which has the same id; null without one. */
export function generationSource(step: StepRecord): GenerationSource | null {
  if (!step.generation) return null;
  const { id, createdAt, receivedAt } = step;
  return { ...step.generation, id, stepId: id, createdAt, receivedAt, step };
}
