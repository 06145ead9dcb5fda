import type { StoredStep } from "./stored-step.ts";
import { givenStep } from "./settle-step.ts";
import type { StepWrite } from "./steps.ts";
import type { ThreadRecord } from "./threads.ts";

/** Exported form of records: those of earlier versions have a single time. */
type Exported<Record, Later extends keyof Record> = Omit<Record, Later> & Partial<Pick<Record, Later>>;
export type ExportedStep = Exported<StoredStep, "given" | "receivedAt" | "startMicros">;
export type ExportedThread = Exported<ThreadRecord, "receivedAt">;

/** Returns the write that restores an exported step. */
export function toStepWrite(exported: ExportedStep): StepWrite {
  const { createdAt, receivedAt = createdAt, given = null, startMicros = 0 } = exported;
  const { given: _given, generation, ...step } = givenStep({ ...exported, receivedAt, given, startMicros });
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
