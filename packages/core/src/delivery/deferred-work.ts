import { startTimer, stopTimer } from "../clock.ts";

/** Maximum delay of a callback, in milliseconds. */
const MAX_WAIT_MS = 100;
/** Number of waiting callbacks at which all of them run in the next turn of the event loop. */
const FULL_COUNT = 32;
/** Total `size` of the waiting callbacks at which all of them run immediately. */
const MAX_SIZE = 1_000_000;

export interface DeferredWorkOptions {
  beforeFlush: (work: () => unknown) => () => void;
  report: (error: unknown) => void;
  /** Maximum delay of a callback, in milliseconds. Values above 100 count as 100. */
  maxWaitMs: number;
}

/**
 * Collects callbacks and runs them together, in order. If they ran one by one, other work in between would displace
 * their code and data from the CPU caches, and each of them would be slower.
 */
export class DeferredWork {
  readonly #options: DeferredWorkOptions;
  readonly #waitMs: number;
  #works: (() => void)[] = [];
  #size = 0;
  #timer: ReturnType<typeof startTimer> | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(options: DeferredWorkOptions) {
    this.#options = options;
    this.#waitMs = Math.min(MAX_WAIT_MS, options.maxWaitMs);
  }

  /** Adds a callback. `size` is the number of characters of text that the callback keeps in memory. */
  add(work: () => void, size: number): void {
    this.#works.push(work);
    this.#size += size;
    this.#stopWaiting ??= this.#options.beforeFlush(() => this.run());
    if (this.#size > MAX_SIZE) this.run();
    else if (this.#works.length === FULL_COUNT) this.#wake(0);
    else if (this.#timer === undefined) this.#wake(this.#waitMs);
  }

  run(): void {
    if (this.#works.length === 0) return;
    const works = this.#works;
    this.#works = [];
    this.#size = 0;
    stopTimer(this.#timer);
    this.#timer = undefined;
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    for (const work of works) {
      try {
        work();
      } catch (error) {
        this.#options.report(error);
      }
    }
  }

  #wake(delayMs: number): void {
    stopTimer(this.#timer);
    this.#timer = startTimer(() => this.run(), delayMs);
    // Only Node's timers have `unref`. Timers of browsers and edge runtimes are numbers.
    if (typeof this.#timer === "object") this.#timer.unref();
  }
}
