/**
 * Time after which the weight of a measurement has dropped to about a third (1/e), in milliseconds. Only time with work
 * counts.
 */
const memory = 5_000;

/** Recent throughput, measured only while there is work. */
export class DrainRate {
  #bytes = 0;
  #busy = 0;
  #since: number;

  /** `now` is the current time in milliseconds, as in all methods. */
  constructor(now: number) {
    this.#since = now;
  }

  /** Average throughput while there is work; infinite before the first measurement. */
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
