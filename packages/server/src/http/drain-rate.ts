/**
 * Time after which a measurement counts only a third (1/e) as much as a new one, in milliseconds. Idle time does not
 * count.
 */
const memory = 5_000;

/** Recent throughput while there is work. Idle times do not count. */
export class DrainRate {
  #bytes = 0;
  #busy = 0;
  #since: number;

  /** `now` is the time of the clock in milliseconds, here and in all methods. */
  constructor(now: number) {
    this.#since = now;
  }

  /** Bytes per second of work; infinite before any work was measured. */
  get bytesPerSecond(): number {
    return this.#busy === 0 ? Number.POSITIVE_INFINITY : (this.#bytes * 1_000) / this.#busy;
  }

  begin(now: number): void {
    this.#since = now;
  }

  drained(bytes: number, now: number): void {
    const elapsed = Math.max(now - this.#since, 0);
    const share = Math.exp(-elapsed / memory);
    this.#bytes = this.#bytes * share + bytes;
    this.#busy = this.#busy * share + elapsed;
    this.#since = now;
  }
}
