import { FailurePolicy, type PolicyCall } from "../experiments/failure-policy.ts";
import { type JobError, JobPause } from "../jobs/job-error.ts";
import type { ModelFailure } from "../models/model-call.ts";

interface Outage {
  readonly reason: string;
  readonly until: number;
}

/** Remembers failures of model connections, so that judgments do not call a model that is known to be unavailable. */
export class Providers {
  readonly #policy: FailurePolicy;
  readonly #outages = new Map<string, Outage>();

  constructor(now: () => number) {
    this.#policy = new FailurePolicy(now);
  }

  /** Throws a {@link JobPause} during an outage. */
  requireAvailable(connection: string, now: number): void {
    const outage = this.#outages.get(connection);
    if (outage === undefined) return;
    if (outage.until > now) throw new JobPause(outage.reason, { delayMs: outage.until - now });
    this.#outages.delete(connection);
  }

  succeeded(call: PolicyCall): void {
    this.#policy.succeeded(call);
    this.#outages.delete(call.connection);
  }

  /**
   * Returns the error that the job must throw after a failed call. If the error is a {@link JobPause}, all other
   * judgments that use the connection also wait until the pause ends.
   */
  errorOf(call: PolicyCall, failure: ModelFailure, now: number): JobError | JobPause {
    const error = this.#policy.errorOf({ ...call, failure, result: {} });
    if (error instanceof JobPause)
      this.#outages.set(call.connection, { reason: error.message, until: now + error.delayMs });
    return error;
  }
}
