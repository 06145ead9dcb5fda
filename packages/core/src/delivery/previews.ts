import { startTimer, stopTimer } from "../clock.ts";

/** Time after which a running step is sent before its end, in milliseconds. */
const PREVIEW_MS = 250;

/**
 * Sends running steps and threads once before they end, between one and two intervals after their start. There is one
 * timer for all of them. A step that ends sooner only costs an entry in a set.
 */
export class Previews {
  readonly #intervalMs: number;
  #young = new Set<() => void>();
  #old = new Set<() => void>();
  #timer: ReturnType<typeof startTimer> | undefined;

  constructor(intervalMs: number = PREVIEW_MS) {
    this.#intervalMs = intervalMs;
  }

  /** Calls `send` after one to two intervals, unless the returned function is called earlier. */
  add(send: () => void): () => void {
    this.#young.add(send);
    this.#timer ??= this.#start();
    return () => {
      if (!this.#young.delete(send)) this.#old.delete(send);
    };
  }

  sendAll(): void {
    const waiting = [...this.#old, ...this.#young];
    this.stop();
    for (const send of waiting) send();
  }

  stop(): void {
    stopTimer(this.#timer);
    this.#timer = undefined;
    this.#young.clear();
    this.#old.clear();
  }

  #start(): ReturnType<typeof startTimer> {
    const timer = startTimer(() => {
      const due = this.#old;
      this.#old = this.#young;
      this.#young = new Set();
      this.#timer = this.#old.size > 0 ? this.#start() : undefined;
      for (const send of due) send();
    }, this.#intervalMs);
    // Timers are numbers in browsers and edge runtimes.
    if (typeof timer === "object") timer.unref();
    return timer;
  }
}
