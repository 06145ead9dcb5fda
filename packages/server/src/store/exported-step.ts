import type { StoredStep } from "./merge-step.ts";
import { givenStep } from "./settle-step.ts";
import type { StepWrite } from "./steps.ts";

/** The write that makes an exported step anew. */
export function toStepWrite(exported: StoredStep): StepWrite {
  // Exports of earlier versions have nothing of the kind.
  const { createdAt, receivedAt = createdAt, given = null } = exported;
  const { given: _given, generation, ...step } = givenStep({ ...exported, receivedAt, given });
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
