import type { JobResult } from "../store/jobs.ts";

/**
 * Failure of a job, with a message for people. Other errors that a handler throws are logged, and shown as internal
 * errors.
 */
export class JobError extends Error {
  override readonly name = "JobError";
  /** Whether the job must not be retried, because it would fail again. */
  readonly isFinal: boolean;
  readonly retryAfterMs: number | undefined;
  /**
   * Result to store with the failed job. If the job is retried, only the fields `cost` and `deliveryAttempt` are
   * stored.
   */
  readonly result: JobResult | undefined;

  constructor(
    message: string,
    options: {
      readonly isFinal?: boolean | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly result?: JobResult | undefined;
    } = {},
  ) {
    super(message);
    this.isFinal = options.isFinal ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.result = options.result;
  }
}

/**
 * Thrown by a handler if the job cannot run now. The job runs again after `delayMs`, and the attempt does not count.
 */
export class JobPause extends Error {
  override readonly name = "JobPause";
  readonly delayMs: number;
  /** US dollars that the attempt cost; null or absent if unknown. */
  readonly cost: number | null | undefined;

  constructor(message: string, { delayMs, cost }: { readonly delayMs: number; readonly cost?: number | null }) {
    super(message);
    this.delayMs = delayMs;
    this.cost = cost;
  }
}
