import type { Store } from "threadline";
import type { BenchStep } from "./workload.ts";

type StepWrite = Parameters<Store["steps"]["ingest"]>[1][number];

/** What the service hands to the store for a step of the workload. */
export function toStepWrite(step: BenchStep): StepWrite {
  return {
    ...step,
    createdAt: Date.now(),
    startTime: Date.parse(step.startTime),
    endTime: Date.parse(step.endTime),
    generation: step.generation, // the workload holds wire values only
  };
}
