import type { Store } from "threadline";
import type { VariedStep } from "./varied-steps.ts";
import type { BenchStep } from "./workload.ts";

type StepWrite = Parameters<Store["steps"]["ingest"]>[1][number];

/** Converts a step of the workload to the format of the store's `ingest`. */
export function toStepWrite(step: BenchStep | VariedStep): StepWrite {
  return {
    ...step,
    createdAt: Date.now(),
    startTime: Date.parse(step.startTime),
    endTime: Date.parse(step.endTime),
    generation: step.generation,
  };
}

/** Creates a step in the past, with a varying latency. Some steps have errors and scores. */
export function toPastStep(write: StepWrite, number: number, createdAt: number): StepWrite {
  const spread = Math.exp(((number * 7919) % 1_000) / 200);
  const latency = Math.round(20 * spread);
  return {
    ...write,
    createdAt,
    startTime: createdAt,
    endTime: createdAt + latency,
    environment: number % 10 === 0 ? "staging" : "prod",
    error: number % 37 === 0 ? "Timeout after 30 s" : null,
    generation: write.generation && {
      ...write.generation,
      model: ["gpt-4o", "gpt-4o-mini", "claude-sonnet-4-5", "mistral-large-latest"][Math.floor(number / 4) % 4],
      provider: ["openai", "openai", "anthropic", "mistral"][Math.floor(number / 4) % 4],
      duration: latency / 1_000,
      ttFirstToken: Math.round(latency / 3) + 1,
    },
    ...(number % 50 === 0 && {
      scores: [
        {
          id: `score-${number}`,
          at: createdAt,
          stepId: write.id,
          name: "helpful",
          type: "AI",
          value: (number % 9) / 8,
        },
      ],
    }),
  };
}
