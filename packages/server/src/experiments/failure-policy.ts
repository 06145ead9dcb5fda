import { JobError, JobPause } from "../jobs/job-error.ts";
import type { ModelFailure, ModelProblem } from "../models/model-call.ts";
import type { JobResult } from "../store/jobs.ts";

/** Time in milliseconds for which all calls of a connection wait after a problem of the connection. */
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
/** Problems that can end by themselves. All others last until a member of the project repairs the connection. */
const passing: ReadonlySet<ModelProblem> = new Set([
  "rateLimited",
  "unreachable",
  "nameNotFound",
  "timeout",
  "providerFailed",
]);
/** Problems that either a single item or an outage of the connection can cause. */
const temporary: ReadonlySet<ModelProblem> = new Set(["timeout", "providerFailed"]);
/**
 * Number of different items with `temporary` problems after which the connection is considered to be unavailable. A
 * successful call resets the count.
 */
const maxFailingItems = 10;
const outageMs = 15_000;
/**
 * Maximum time for which an item can be retried without counting its attempts, in milliseconds. Only applies to
 * problems in `passing`.
 */
const maxWaitMs = 3_600_000;
const maxWaiting = 1_000;

/** Connection and item of a call. Both keys include the project. */
export interface PolicyCall {
  readonly connection: string;
  readonly item: string;
}

interface FailedCall extends PolicyCall {
  readonly failure: ModelFailure;
  /** Stored if the job is not retried. */
  readonly result: JobResult;
}

/** Decides what happens after a failed call: the item fails, is retried, or waits without using up an attempt. */
export class FailurePolicy {
  readonly #now: () => number;
  readonly #failing = new Map<string, Set<string>>();
  readonly #waiting = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  succeeded({ connection, item }: PolicyCall): void {
    this.#failing.delete(connection);
    this.#waiting.delete(item);
  }

  errorOf(call: FailedCall): JobError | JobPause {
    const { problem, message, retryAfterMs = 0 } = call.failure;
    const delay = pauses[problem] ?? (this.#isOutage(call) ? outageMs : undefined);
    if (delay !== undefined && this.#mayWait(call)) {
      const delayMs = Math.min(maxPauseMs, Math.max(delay, retryAfterMs));
      return new JobPause(message, { delayMs, cost: call.result.cost ?? null });
    }
    return new JobError(message, { isFinal: !passing.has(problem), retryAfterMs, result: call.result });
  }

  #isOutage({ connection, item, failure }: FailedCall): boolean {
    if (!temporary.has(failure.problem)) return false;
    const failing = this.#failing.get(connection) ?? new Set();
    this.#failing.set(connection, failing);
    if (failing.size < maxFailingItems) failing.add(item);
    return failing.size >= maxFailingItems;
  }

  /**
   * Whether an item may wait without using up its attempts. If the problem can end by itself, the item may wait for at
   * most {@link maxWaitMs}. If a member has to repair the connection, the item may wait without a limit.
   */
  #mayWait({ item, failure }: FailedCall): boolean {
    if (!passing.has(failure.problem)) return true;
    const since = this.#waiting.get(item);
    if (since !== undefined) return this.#now() - since < maxWaitMs;
    this.#waiting.set(item, this.#now());
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= maxWaiting) break;
      this.#waiting.delete(oldest);
    }
    return true;
  }
}
