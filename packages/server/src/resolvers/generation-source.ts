import type { StepRecord } from "../store/steps.ts";
import type { GenerationSource } from "./sources.ts";

/** The generation that a step carries; null when it carries none. Both have one id. */
export function generationSource(step: StepRecord): GenerationSource | null {
  if (!step.generation) return null;
  return { ...step.generation, id: step.id, stepId: step.id, createdAt: step.createdAt, step };
}
