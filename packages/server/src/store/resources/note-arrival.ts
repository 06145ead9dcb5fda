import { randomUUID } from "node:crypto";
import type { EvaluationArrival } from "../evaluation-rules.ts";
import type { StepWrite } from "../steps.ts";

/** Environment of the service's own calls. Rules never judge these calls. */
export const ownEnvironment = "experiment";

/**
 * Returns an arrival: the ids of the steps in a batch. Evaluation rules later find their targets from these steps. Null
 * if all steps belong to the service's own calls.
 */
export function arrivalOf(writes: readonly StepWrite[]): EvaluationArrival | null {
  const own = writes.filter(({ environment }) => environment !== ownEnvironment);
  if (own.length === 0) return null;
  const createdAt = own.reduce((latest, step) => Math.max(latest, step.receivedAt ?? step.createdAt), 0);
  return { id: randomUUID(), createdAt, stepIds: [...new Set(own.map(({ id }) => id))] };
}
