import type { StepRecord } from "../store/steps.ts";
import type { GenerationSource } from "./sources.ts";

/** The generation that a step carries; null when it carries none. Both have one id. */
export function generationSource(step: StepRecord): GenerationSource | null {
  if (!step.generation) return null;
  const { id, createdAt, receivedAt } = step;
  return { ...step.generation, id, stepId: id, createdAt, receivedAt, step };
}
