import type { ObservedCall } from "./observed-call.ts";

/** Minimum time before a handle is registered in the `FinalizationRegistry`, in milliseconds. */
const SOON_MS = 1_000;

/**
 * An object, such as a stream, through which the application can read the response of a call. `from` is the state of
 * the call when the object was created: the response was `unread`, or the application was `reading` it.
 */
interface Handle {
  readonly object: object;
  readonly from: "unread" | "reading";
  readonly since: number;
}

/**
 * Notifies a call when its {@link Handle} is garbage-collected, because the application can then no longer read the
 * response. An object in a `FinalizationRegistry` stays in memory until the next major garbage collection. To avoid
 * this for short calls, a handle is registered only if its call is still open a second after the handle was created.
 */
export class Handles {
  readonly #recent = new Map<ObservedCall, Handle>();
  readonly #registry: FinalizationRegistry<{ call: ObservedCall; from: Handle["from"] }>;
  #isSweeping = false;

  constructor(isLost: (call: ObservedCall, from: Handle["from"]) => void) {
    this.#registry = new FinalizationRegistry(({ call, from }) => isLost(call, from));
  }

  add(object: object, call: ObservedCall, from: Handle["from"]): void {
    this.#recent.set(call, { object, from, since: performance.now() });
    if (!this.#isSweeping) this.#sweepLater();
  }

  delete(call: ObservedCall): void {
    this.#recent.delete(call);
  }

  #sweepLater(): void {
    this.#isSweeping = true;
    const timer: unknown = setTimeout(() => this.#sweep(), SOON_MS);
    // Timers are numbers in browsers and edge runtimes.
    if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
      timer.unref();
  }

  #sweep(): void {
    this.#isSweeping = false;
    const before = performance.now() - SOON_MS;
    for (const [call, { object, from, since }] of this.#recent) {
      if (since > before) continue;
      this.#recent.delete(call);
      this.#registry.register(object, { call, from });
    }
    if (this.#recent.size > 0) this.#sweepLater();
  }
}
