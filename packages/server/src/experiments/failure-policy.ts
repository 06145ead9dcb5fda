import { JobError, JobPause } from "../jobs/job-error.ts";
import type { ModelFailure, ModelProblem } from "../models/model-call.ts";
import type { JobResult } from "../store/jobs.ts";

/** Delays in milliseconds after problems that concern all calls of a connection, and not one item. */
const pauses: Readonly<Partial<Record<ModelProblem, number>>> = {
  rateLimited: 10_000,
  unreachable: 15_000,
  nameNotFound: 30_000,
  budgetExceeded: 60_000,
  keyRejected: 60_000,
  modelNotFound: 60_000,
  modelNotAllowed: 60_000,
  certificateInvalid: 60_000,
  addressRefused: 60_000,
};
const maxPauseMs = 3_600_000;
/** Problems that may concern one item, or all. */
const temporary: ReadonlySet<ModelProblem> = new Set(["timeout", "providerFailed"]);
/** Number of such problems in a row, without a success of the connection, from which on they concern all. */
const maxInARow = 10;
const outageMs = 15_000;

/** Decides what happens after calls: whether an item failed, is tried again, or its experiment waits. */
export class FailurePolicy {
  /** Temporary problems since the last success, by connection. */
  readonly #inARow = new Map<string, number>();

  succeeded(connectionId: string): void {
    this.#inARow.delete(connectionId);
  }

  /** Returns the error for a failed call. `result` is stored if the job is not tried again. */
  errorOf(connectionId: string, failure: ModelFailure, result: JobResult): JobError | JobPause {
    const { problem, message, retryAfterMs = 0 } = failure;
    const cost = result.cost ?? null;
    const pause = pauses[problem];
    if (pause !== undefined) {
      return new JobPause(message, { delayMs: Math.min(maxPauseMs, Math.max(pause, retryAfterMs)), cost });
    }
    if (!temporary.has(problem)) return new JobError(message, { isFinal: true, result });
    const inARow = (this.#inARow.get(connectionId) ?? 0) + 1;
    this.#inARow.set(connectionId, inARow);
    if (inARow >= maxInARow) return new JobPause(message, { delayMs: Math.max(outageMs, retryAfterMs), cost });
    return new JobError(message, { retryAfterMs, result });
  }
}
