import type { StoredStep } from "./merge-step.ts";
import type { StepWrite } from "./steps.ts";

/** The write that makes an exported step anew. */
export function toStepWrite({ generation, ...step }: StoredStep): StepWrite {
  if (generation === null) return { ...step, generation };
  const { inputTokenEstimate, outputTokenEstimate } = generation;
  return {
    ...step,
    generation: {
      ...generation,
      inputTokenEstimate: inputTokenEstimate ?? undefined,
      outputTokenEstimate: outputTokenEstimate ?? undefined,
    },
  };
}
