import { UnavailableError } from "../errors.ts";

export interface FairSharesOptions {
  /** Number of slots, at least 1. A function is called whenever a job may start. */
  readonly capacity: number | (() => number);
  /** Milliseconds until a waiting job is rejected. Default: 10,000. */
  readonly maxWait?: number | undefined;
}

interface Waiting {
  readonly start: () => void;
}

interface Holder {
  running: number;
  /** Time that recent jobs used, in milliseconds. */
  used: number;
  usedAt: number;
  readonly waiting: Waiting[];
}

/** Half-life of the used time, in milliseconds. */
const halfLife = 10_000;
const message = "This project has too many requests in progress";

/**
 * Shares a few slots among projects. A single project cannot use the last third of the slots, so that other projects
 * can start jobs. A free slot goes to the waiting project that has the fewest running jobs. If several projects have
 * the same number of running jobs, the slot goes to the project whose recent jobs took the least time.
 */
export class FairShares<Key> {
  readonly #capacity: () => number;
  readonly #maxWait: number;
  readonly #holders = new Map<Key, Holder>();
  #running = 0;

  constructor({ capacity, maxWait = 10_000 }: FairSharesOptions) {
    this.#capacity = typeof capacity === "number" ? () => capacity : capacity;
    this.#maxWait = maxWait;
  }

  /** Number of projects that have jobs, or whose recent jobs took time. */
  get size(): number {
    this.#forget();
    return this.#holders.size;
  }

  /**
   * Runs a job when it is the project's turn. Rejects with an {@link UnavailableError} if the job waits longer than
   * `maxWait`, and with the signal's reason if the signal aborts first.
   */
  async use<Result>(key: Key, job: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const holder = this.#holderOf(key);
    if (holder.waiting.length === 0 && this.#hasRoom(holder)) this.#take(holder);
    else await this.#wait(holder, signal);
    const startedAt = performance.now();
    try {
      return await job();
    } finally {
      holder.used = this.#usedBy(holder) + performance.now() - startedAt;
      holder.usedAt = performance.now();
      holder.running -= 1;
      this.#running -= 1;
      this.#startNext();
    }
  }

  #wait(holder: Holder, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (error: unknown): void => {
      const index = holder.waiting.indexOf(waiting);
      if (index === -1) return;
      holder.waiting.splice(index, 1);
      end();
      reject(error);
    };
    const onAbort = (): void => leave(signal?.reason);
    const timer = setTimeout(() => leave(new UnavailableError(message)), this.#maxWait);
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const waiting: Waiting = {
      start: () => {
        end();
        resolve();
      },
    };
    holder.waiting.push(waiting);
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    return promise;
  }

  #startNext(): void {
    for (;;) {
      let next: Holder | undefined;
      for (const holder of this.#holders.values()) {
        if (holder.waiting.length === 0 || !this.#hasRoom(holder)) continue;
        if (next === undefined || this.#precedes(holder, next)) next = holder;
      }
      const waiting = next?.waiting.shift();
      if (next === undefined || waiting === undefined) return this.#forget();
      this.#take(next);
      waiting.start();
    }
  }

  #precedes(one: Holder, other: Holder): boolean {
    return one.running === other.running ? this.#usedBy(one) < this.#usedBy(other) : one.running < other.running;
  }

  #hasRoom({ running }: Holder): boolean {
    const free = Math.max(this.#capacity(), 1) - this.#running;
    return free > 0 && (running === 0 || running < 2 * free);
  }

  #take(holder: Holder): void {
    holder.running += 1;
    this.#running += 1;
  }

  #holderOf(key: Key): Holder {
    let holder = this.#holders.get(key);
    if (holder === undefined) {
      holder = { running: 0, used: 0, usedAt: performance.now(), waiting: [] };
      this.#holders.set(key, holder);
    }
    return holder;
  }

  #usedBy({ used, usedAt }: Holder): number {
    return used * 0.5 ** ((performance.now() - usedAt) / halfLife);
  }

  #forget(): void {
    for (const [key, holder] of this.#holders) {
      if (holder.running === 0 && holder.waiting.length === 0 && this.#usedBy(holder) < 1) this.#holders.delete(key);
    }
  }
}
