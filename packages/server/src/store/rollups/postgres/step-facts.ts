import { totalTokenCount } from "../../ingest/merge-step.ts";
import { queueNewRecords, type NewFact } from "./rollup-facts.ts";
import type { Session } from "../../session/postgres/session.ts";
import type { KeyedStep } from "../../ingest/postgres/step-rows.ts";

/** A new step with the user of its thread. */
export interface NewStep {
  readonly keyed: KeyedStep;
  readonly userId: string | null;
}

/** Contribution of a new step to the rollups, equal to that of `rollup-facts`, without reading its row again. */
function toFact({ keyed, userId }: NewStep): NewFact {
  const { createdAt, environment, type, name, error, startTime, endTime, generation } = keyed.step;
  const common = {
    createdAt,
    environment,
    userId,
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
    cost: keyed.context.cost,
    duration: atLeastZero(generation.duration),
    firstToken: atLeastZero(generation.ttFirstToken),
  };
}

const noGeneration: NewFact = {
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

/** Queues the contributions of new steps and threads to the rollups. */
export async function queueNew(
  session: Session,
  project: number,
  steps: readonly NewStep[],
  threads: readonly { readonly createdAt: number }[],
): Promise<void> {
  const created = threads.map(({ createdAt }) => ({ createdAt, environment: null, userId: null }));
  await queueNewRecords(session, project, "threads", created);
  await queueNewRecords(session, project, "steps", steps.map(toFact));
}
