/** No service is believed that asks to wait longer. */
const LONGEST_RETRY_AFTER_MS = 10 * 60_000;

/** Time and chance, which tests replace. */
export interface PaceOptions {
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** A number from 0 up to 1. */
  random: () => number;
  /** At most one request in this time reaches a service that is down, in milliseconds. Default: 1000. */
  shortestMs?: number | undefined;
  /** The longest delay that chance may add, in milliseconds. Default: 30000. */
  longestMs?: number | undefined;
}

/**
 * When the next request may go out. After a failure the service counts as down: one request at a time, each after a delay of
 * full jitter over a bound that doubles, and not before `Retry-After`. The first success ends that. When somebody waits, the
 * chance is left out: he may have seconds, and the service may be back.
 */
export class Pace {
  readonly #options: PaceOptions;
  #failures = 0;
  #refusals = 0;
  #earliestAt = 0;
  #nextAt = 0;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Whether the last request failed. */
  get isDown(): boolean {
    return this.#failures > 0;
  }

  /** Milliseconds until the next request may go out. */
  delayMs({ isAwaited = false }: { isAwaited?: boolean } = {}): number {
    const at = isAwaited ? this.#earliestAt : this.#nextAt;
    return this.isDown ? Math.max(0, at - this.#options.now()) : 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#refusals = 0;
  }

  /** The service refused a request. The first after a success may be the fault of one record; when all are refused, the service is down. */
  refused(retryAfterMs: number = 0): void {
    this.#refusals += 1;
    if (this.#refusals > 1) this.failed(retryAfterMs);
  }

  failed(retryAfterMs: number = 0): void {
    const { now, random, shortestMs = 1_000, longestMs = 30_000 } = this.#options;
    const bound = Math.min(longestMs, shortestMs * 2 ** Math.min(this.#failures, 20));
    this.#failures += 1;
    const wait = Math.max(shortestMs, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS));
    this.#earliestAt = now() + wait;
    this.#nextAt = this.#earliestAt + random() * bound;
  }
}
