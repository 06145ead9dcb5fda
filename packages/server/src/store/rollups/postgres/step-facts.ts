import { totalTokenCount } from "../../ingest/merge-step.ts";
import type { FactChange, FactOf } from "../rollup-fact.ts";
import type { KeyedStep } from "../../ingest/postgres/step-rows.ts";

/**
 * Returns the facts of a step (the values by which the rollups count it) without reading its row. They must equal the
 * facts that `selectFacts` reads from the row.
 */
export function toFact({ step, context }: KeyedStep, userId: string | null): FactOf<"steps"> {
  const { createdAt, environment, apiKeyId, type, name, error, startTime, endTime, generation } = step;
  const common = {
    createdAt,
    environment,
    userId,
    apiKeyId,
    type,
    name,
    error: Number(error !== null),
    latency: startTime === null || endTime === null ? null : Math.max(endTime - startTime, 0),
  };
  if (generation === null) return { ...common, ...noGeneration };
  return {
    ...common,
    isGeneration: 1,
    model: generation.model,
    provider: generation.provider,
    promptId: generation.promptId,
    generationError: Number(generation.error !== null),
    tokens: totalTokenCount(generation),
    inputTokens: generation.inputTokenCount ?? generation.inputTokenEstimate,
    outputTokens: generation.outputTokenCount ?? generation.outputTokenEstimate,
    cost: context.cost,
    duration: atLeastZero(generation.duration),
    firstToken: atLeastZero(generation.ttFirstToken),
  };
}

const noGeneration = {
  isGeneration: 0,
  model: null,
  provider: null,
  promptId: null,
  generationError: 0,
  tokens: null,
  inputTokens: null,
  outputTokens: null,
  cost: null,
  duration: null,
  firstToken: null,
};

function atLeastZero(value: number | null): number | null {
  return value === null ? null : Math.max(value, 0);
}

export function newThread({ createdAt }: { readonly createdAt: number }): FactChange<"threads"> {
  return { before: null, after: { createdAt, environment: null, userId: null } };
}
