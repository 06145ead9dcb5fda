import { startTimer, stopTimer } from "../clock.ts";

const PREVIEW_MS = 250;

/**
 * Calls each added function once, between one and two intervals after `add`. The time is not exact, because all
 * functions share one timer, so that a short step costs little. A function is removed when its step or thread ends, so
 * a short step or thread sends no preview.
 */
export class Previews {
  readonly #intervalMs: number;
  #young = new Set<() => void>();
  #old = new Set<() => void>();
  #timer: ReturnType<typeof startTimer> | undefined;

  constructor(intervalMs: number = PREVIEW_MS) {
    this.#intervalMs = intervalMs;
  }

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
