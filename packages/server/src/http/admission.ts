import { DrainRate } from "./drain-rate.ts";

/** What a request takes beside its body. Bytes. */
const leastCharge = 16 * 1024;
/** Seconds. */
const longestRetryAfter = 30;
/** Seconds that what is in hand may take by the rate of late: clients give up on an answer soon after. */
const longestWait = 5;
/** So much may be in hand however slow the last requests were. Bytes. */
const leastLimit = 8 * 1024 * 1024;

/** A request that was taken in. */
export interface Ticket {
  /** Tells how long the body is by now; false when there is no memory for more of it. */
  grow(bytes: number): boolean;
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
 * Bounds the memory and the wait of what is not answered yet, by the bytes of bodies. Each holder may have twice of what
 * is still free, so that one alone has two thirds at most, and whoever has little in hand is taken in while others are
 * refused.
 */
export class Admission {
  readonly #maxBytes: number;
  readonly #hardLimit: number;
  readonly #clock: () => number;
  readonly #rate: DrainRate;
  readonly #held = new Map<string, number>();
  #bytes = 0;
  #refused = 0;

  constructor({ maxBytes, maxBodyBytes, clock = () => performance.now() }: AdmissionOptions) {
    this.#maxBytes = maxBytes;
    this.#hardLimit = maxBytes + maxBodyBytes;
    this.#clock = clock;
    this.#rate = new DrainRate(clock());
  }

  /** Bytes that are in hand. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Requests that were refused. */
  get refused(): number {
    return this.#refused;
  }

  /** In how many whole seconds what is in hand will be done, by the rate of late: 1 to 30. */
  get retryAfter(): number {
    const seconds = Math.ceil(this.#bytes / this.#rate.bytesPerSecond);
    return Math.min(Math.max(seconds, 1), longestRetryAfter);
  }

  /** Takes in a request whose body has so many bytes; null when it is one too many. */
  admit(holder: string, bytes: number): Ticket | null {
    const mine = this.#held.get(holder) ?? 0;
    if (mine >= 2 * (this.#limit() - this.#bytes)) {
      this.#refused += 1;
      return null;
    }
    let charge = 0;
    const raise = (to: number): void => {
      this.#change(holder, to - charge);
      charge = to;
    };
    raise(Math.max(bytes, leastCharge));
    return {
      grow: (reached) => {
        if (reached <= charge) return true;
        if (this.#bytes + reached - charge > this.#hardLimit) {
          this.#refused += 1;
          return false;
        }
        raise(reached);
        return true;
      },
      release: () => {
        this.#rate.drained(charge, this.#clock());
        raise(0);
      },
    };
  }

  #limit(): number {
    return Math.min(this.#maxBytes, Math.max(leastLimit, longestWait * this.#rate.bytesPerSecond));
  }

  #change(holder: string, bytes: number): void {
    if (this.#bytes === 0) this.#rate.begin(this.#clock());
    this.#bytes += bytes;
    const held = (this.#held.get(holder) ?? 0) + bytes;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
  }
}
