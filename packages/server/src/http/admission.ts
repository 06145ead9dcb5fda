import { DrainRate } from "./drain-rate.ts";
import { HeldBytes } from "../answers/held-bytes.ts";

/** Overhead of a request besides its body, in bytes. */
const leastCharge = 16 * 1024;
/** Seconds. */
const longestRetryAfter = 30;
/** Seconds that what waits may take by the rate of late: clients give up on an answer soon after. */
const longestWait = 5;
/** So much may wait however slow the last requests were. Bytes. */
const leastLimit = 8 * 1024 * 1024;

/** An admitted request. */
export interface Ticket {
  /** Reports the current body size; returns false when there is no memory for it. */
  grow(bytes: number): boolean;
  /** The body is there, and waits to be worked on; false when too much does. */
  received(): boolean;
  /** The request is answered. */
  release(): void;
}

export interface AdmissionOptions {
  /** Bytes of the bodies of requests that are not answered yet; a body that was begun below it may pass it. */
  readonly maxBytes: number;
  /** Bytes of the longest body. */
  readonly maxBodyBytes: number;
  /** Milliseconds of a clock that never goes back. Default: that of the process. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Limits the memory of unanswered requests by the bytes of their bodies, and the queue by bodies that have arrived
 * completely: slow senders hold memory but delay no others. Each holder may use twice the free memory, so that one
 * alone gets two thirds at most, and clients with little in flight are admitted while others are rejected.
 */
export class Admission {
  readonly #maxBytes: number;
  readonly #hardLimit: number;
  readonly #clock: () => number;
  readonly #rate: DrainRate;
  readonly #held = new HeldBytes();
  /** Bytes received. */
  readonly #waiting = new HeldBytes();
  #refused = 0;

  constructor({ maxBytes, maxBodyBytes, clock = () => performance.now() }: AdmissionOptions) {
    this.#maxBytes = maxBytes;
    this.#hardLimit = maxBytes + maxBodyBytes;
    this.#clock = clock;
    this.#rate = new DrainRate(clock());
  }

  /** Bytes that are in hand. */
  get bytes(): number {
    return this.#held.total;
  }

  /** Requests that were refused. */
  get refused(): number {
    return this.#refused;
  }

  /** In how many whole seconds what is in hand will be done, by the rate of late: 1 to 30. */
  get retryAfter(): number {
    const seconds = Math.ceil(this.bytes / this.#rate.bytesPerSecond);
    return Math.min(Math.max(seconds, 1), longestRetryAfter);
  }

  /** Admits a request with a body of this size; null when the limit is reached. */
  admit(holder: string, bytes: number): Ticket | null {
    if (!this.#held.hasRoom(holder, this.#maxBytes) || !this.#waiting.hasRoom(holder, this.#waitLimit())) {
      this.#refused += 1;
      return null;
    }
    let charge = Math.max(bytes, leastCharge);
    let isWaiting = false;
    this.#held.add(holder, charge);
    return {
      grow: (reached) => {
        const more = Math.max(reached - charge, 0);
        if (this.bytes + more > this.#hardLimit) return this.#refuse();
        this.#held.add(holder, more);
        charge += more;
        return true;
      },
      received: () => {
        if (!this.#waiting.hasRoom(holder, this.#waitLimit())) return this.#refuse();
        if (this.#waiting.total === 0) this.#rate.begin(this.#clock());
        this.#waiting.add(holder, charge);
        isWaiting = true;
        return true;
      },
      release: () => {
        this.#held.add(holder, -charge);
        if (!isWaiting) return;
        this.#rate.drained(charge, this.#clock());
        this.#waiting.add(holder, -charge);
      },
    };
  }

  #refuse(): false {
    this.#refused += 1;
    return false;
  }

  #waitLimit(): number {
    return Math.max(leastLimit, longestWait * this.#rate.bytesPerSecond);
  }
}
