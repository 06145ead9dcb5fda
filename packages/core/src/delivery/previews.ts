import { startTimer, stopTimer } from "../clock.ts";

/** What runs for longer than this is sent before it ends, in milliseconds. */
const PREVIEW_MS = 250;

/**
 * What is running, so that it is seen before it ends: each is sent once, between one and two intervals after its start. What ends
 * sooner costs no more than its place in a set; one timer serves all.
 */
export class Previews {
  readonly #intervalMs: number;
  #young = new Set<() => void>();
  #old = new Set<() => void>();
  #timer: ReturnType<typeof startTimer> | undefined;

  constructor(intervalMs: number = PREVIEW_MS) {
    this.#intervalMs = intervalMs;
  }

  /** Calls `send` after a while, unless the returned function is called before. */
  add(send: () => void): () => void {
    this.#young.add(send);
    this.#timer ??= this.#start();
    return () => {
      if (!this.#young.delete(send)) this.#old.delete(send);
    };
  }

  /** Sends all that has not been sent. */
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
    // A number in browsers and at the edge.
    if (typeof timer === "object") timer.unref();
    return timer;
  }
}
