/** Maximum honored `Retry-After`, in milliseconds. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;

export interface BackoffOptions {
  now: () => number;
  /** Random number from 0 up to 1. */
  random: () => number;
  /** Minimum delay between requests while the service is down, in milliseconds. Default: 1000. */
  minDelayMs?: number | undefined;
  /** Maximum jitter, which is a random time added to each delay, in milliseconds. Default: 30000. */
  maxJitterMs?: number | undefined;
}

/**
 * Computes the delay before the next request while the service is down. The service counts as down from a failure until
 * a request succeeds. The delay is the minimum delay or `Retry-After`, whichever is longer. Unless a caller awaits a
 * record, a random time (jitter) is added. The maximum jitter doubles with each failure, up to `maxJitterMs`.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;
  #refusals = 0;
  #earliestAt = 0;
  #nextAt = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  get isDown(): boolean {
    return this.#failures > 0;
  }

  delayMs({ isAwaited = false }: { isAwaited?: boolean } = {}): number {
    const at = isAwaited ? this.#earliestAt : this.#nextAt;
    return this.isDown ? Math.max(0, at - this.#options.now()) : 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#refusals = 0;
  }

  /**
   * Call this when the service refuses a request. The first refusal does not count as a failure, because a single
   * invalid record may be the cause. Each further refusal counts, until the service accepts a request.
   */
  refused(retryAfterMs: number = 0): void {
    this.#refusals += 1;
    if (this.#refusals > 1) this.failed(retryAfterMs);
  }

  failed(retryAfterMs: number = 0): void {
    const { now, random, minDelayMs = 1_000, maxJitterMs = 30_000 } = this.#options;
    const bound = Math.min(maxJitterMs, minDelayMs * 2 ** Math.min(this.#failures, 20));
    this.#failures += 1;
    const wait = Math.max(minDelayMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
    this.#earliestAt = now() + wait;
    this.#nextAt = this.#earliestAt + random() * bound;
  }
}
