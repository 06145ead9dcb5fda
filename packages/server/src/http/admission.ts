import { DrainRate } from "./drain-rate.ts";
import { HeldBytes } from "../answers/held-bytes.ts";

/**
 * Minimum number of bytes that are reserved for a request, even if its body is smaller. A request also needs memory
 * besides its body.
 */
const minCharge = 16 * 1024;
/** Maximum `Retry-After`, in seconds. */
const maxRetryAfter = 30;
/**
 * Maximum estimated wait of a request, in seconds. A request that would wait longer at the recent throughput is
 * rejected, because its client might time out first.
 */
const maxWait = 5;
/**
 * Minimum limit for the total size of complete bodies that wait, in bytes. The limit is what the service can process in
 * `maxWait`, but at least this, even if the service is slow. Each holder (a key, an account or a share link) may use an
 * equal part of the limit.
 */
const minLimit = 8 * 1024 * 1024;

export interface Ticket {
  /** Reports the current body size. Returns false if there is no memory for it. */
  grow(bytes: number): boolean;
  /** Reports that the body is complete and waits for processing. Returns false if too much is queued. */
  received(): boolean;
  release(): void;
}

export interface AdmissionOptions {
  /**
   * Maximum total size of the bodies of unanswered requests, in bytes. One holder (a key, an account or a share link)
   * may use at most two thirds of it. One body at a time may be longer; see {@link Admission}.
   */
  readonly maxBytes: number;
  readonly maxBodyBytes: number;
  /** Monotonic clock in milliseconds. Default: the clock of the process. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Limits the memory for bodies of unanswered requests.
 *
 * Each holder (a key, an account or a share link) has a share: it may use up to twice as much memory as is free. A
 * single holder can therefore use two thirds of the maximum, because one third is then free.
 *
 * One body at a time may exceed the share of its holder. The bytes above the share do not count toward the maximum, so
 * that they take no memory from other holders.
 *
 * Bodies that have arrived completely are also limited by their estimated wait, so that requests do not time out in the
 * queue.
 */
export class Admission {
  readonly #maxBytes: number;
  readonly #maxBodyBytes: number;
  readonly #clock: () => number;
  readonly #rate: DrainRate;
  readonly #held = new HeldBytes();
  /** Number of bytes in memory that exceed the shares of their holders. At most `maxBodyBytes`. */
  #beyond = 0;
  readonly #waiting = new HeldBytes();
  #refused = 0;

  constructor({ maxBytes, maxBodyBytes, clock = () => performance.now() }: AdmissionOptions) {
    this.#maxBytes = maxBytes;
    this.#maxBodyBytes = maxBodyBytes;
    this.#clock = clock;
    this.#rate = new DrainRate(clock());
  }

  get bytes(): number {
    return this.#held.total + this.#beyond;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Estimated seconds until the current requests are answered, at the recent throughput; between 1 and 30. */
  get retryAfter(): number {
    const seconds = Math.ceil(this.bytes / this.#rate.bytesPerSecond);
    return Math.min(Math.max(seconds, 1), maxRetryAfter);
  }

  /** Admits a request with a body of this size; null when the limit is reached. */
  admit(holder: string, bytes: number): Ticket | null {
    const available = this.#held.availableTo(holder, this.#maxBytes);
    let charge = Math.max(bytes, minCharge);
    // Only one body at a time may exceed the share of its holder.
    const isTooLong = charge > available && this.#beyond > 0;
    const isRefused = available <= 0 || isTooLong || this.#waitsTooLong(holder);
    const beyond = isRefused ? null : this.#take(holder, charge);
    if (beyond === null) {
      this.#refused += 1;
      return null;
    }
    let chargedBeyond = beyond;
    let isWaiting = false;
    return {
      grow: (reached) => {
        const more = Math.max(reached - charge, 0);
        const moreBeyond = this.#take(holder, more);
        if (moreBeyond === null) return this.#refuse();
        chargedBeyond += moreBeyond;
        charge += more;
        return true;
      },
      received: () => {
        if (this.#waitsTooLong(holder)) return this.#refuse();
        if (this.#waiting.total === 0) this.#rate.begin(this.#clock());
        this.#waiting.add(holder, charge);
        isWaiting = true;
        return true;
      },
      release: () => {
        this.#give(holder, charge - chargedBeyond, chargedBeyond);
        if (!isWaiting) return;
        this.#rate.drained(charge, this.#clock());
        this.#waiting.add(holder, -charge);
      },
    };
  }

  /**
   * Reserves memory for a body. Returns how many of its bytes exceed the share of the holder, or null if there is no
   * memory.
   */
  #take(holder: string, bytes: number): number | null {
    const within = Math.min(bytes, Math.max(this.#held.availableTo(holder, this.#maxBytes), 0));
    const beyond = bytes - within;
    if (this.#beyond + beyond > this.#maxBodyBytes) return null;
    this.#held.add(holder, within);
    this.#beyond += beyond;
    return beyond;
  }

  #give(holder: string, within: number, beyond: number): void {
    this.#held.add(holder, -within);
    this.#beyond -= beyond;
  }

  #refuse(): false {
    this.#refused += 1;
    return false;
  }

  /**
   * Whether the requests of a holder would wait too long. Holders are processed in turns, so each gets an equal part of
   * the throughput.
   */
  #waitsTooLong(holder: string): boolean {
    const ownBytes = this.#waiting.of(holder);
    const holders = this.#waiting.holders + (ownBytes === 0 ? 1 : 0);
    return ownBytes * holders >= Math.max(minLimit, maxWait * this.#rate.bytesPerSecond);
  }
}
