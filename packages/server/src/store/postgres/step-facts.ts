import { totalTokenCount, type StoredGeneration, type StoredStep } from "../merge-step.ts";
import { insertRows, rowStatement } from "./insert-rows.ts";
import type { Parameter, Session } from "./session.ts";
import type { KeyedStep } from "./step-rows.ts";

/** A new step with the user of its thread. */
export interface NewStep {
  readonly keyed: KeyedStep;
  readonly userId: string | null;
}

type Reader = (step: StoredStep, of: NewStep) => Parameter;

const ofGeneration =
  (read: (generation: StoredGeneration) => Parameter): Reader =>
  ({ generation }) =>
    generation && read(generation);

/** What a new step adds to the sums: the same as `rollup-facts` reads of its row, which so need not be read again. */
const readers: { readonly [column: string]: Reader } = {
  created_at: ({ createdAt }) => createdAt,
  environment: ({ environment }) => environment,
  user_id: (_, { userId }) => userId,
  type: ({ type }) => type,
  name: ({ name }) => name,
  error: ({ error }) => Number(error !== null),
  latency: ({ startTime, endTime }) =>
    startTime === null || endTime === null ? null : Math.max(endTime - startTime, 0),
  is_generation: ({ generation }) => Number(generation !== null),
  model: ofGeneration(({ model }) => model),
  provider: ofGeneration(({ provider }) => provider),
  prompt_id: ofGeneration(({ promptId }) => promptId),
  generation_error: ({ generation }) => Number((generation?.error ?? null) !== null),
  tokens: ofGeneration(totalTokenCount),
  input_tokens: ofGeneration(({ inputTokenCount, inputTokenEstimate }) => inputTokenCount ?? inputTokenEstimate),
  output_tokens: ofGeneration(({ outputTokenCount, outputTokenEstimate }) => outputTokenCount ?? outputTokenEstimate),
  cost: (_, { keyed }) => keyed.context.cost,
  duration: ofGeneration(({ duration }) => atLeastZero(duration)),
  first_token: ofGeneration(({ ttFirstToken }) => atLeastZero(ttFirstToken)),
};

function atLeastZero(value: number | null): number | null {
  return value === null ? null : Math.max(value, 0);
}

const queueFacts = rowStatement("rollup_queue", ["project_id", "kind", "weight", ...Object.keys(readers)], "");
const allReaders = Object.values(readers);

/** Queues what new steps, and new threads of which nothing else is known, add to the sums. */
export async function queueNew(
  session: Session,
  project: number,
  steps: readonly NewStep[],
  threads: readonly { readonly createdAt: number }[],
): Promise<void> {
  const nothing = allReaders.slice(1).map(() => null);
  const rows = [
    ...threads.map(({ createdAt }) => [project, "threads", 1, createdAt, ...nothing]),
    ...steps.map((step) => [project, "steps", 1, ...allReaders.map((read) => read(step.keyed.step, step))]),
  ];
  await insertRows(session, queueFacts, rows);
}
