import { Fate } from "./delivery/fate.ts";

/** The two ways to send one record. */
export interface SendingWays<Result> {
  /** Result of the promise. */
  result: Result;
  /** For a caller who waits: tries for a while, and rejects when that fails. */
  directly: () => Promise<unknown>;
  /** For one who does not: tries without end. */
  inBackground: (fate: Fate) => void;
  /** Calls back at the end of the turn, or before anything later of the same record is sent. */
  decideLater: (decide: () => void) => void;
}

/**
 * Lazy send promise: `await step.send()` sends directly, while `step.send()` alone queues the record and can neither
 * fail nor delay the host. Decided at the end of the turn; a `catch` or `finally` alone does not count.
 */
export class Sending<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #ways: SendingWays<Result>;
  #isAwaited = false;
  #fate: Fate | undefined;
  #outcome: Promise<Result> | undefined;
  #start: (() => void) | undefined;

  constructor(ways: SendingWays<Result>) {
    this.#ways = ways;
    ways.decideLater(() => this.#decide());
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<Fulfilled = Result, Rejected = never>(
    onFulfilled?: ((result: Result) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#isAwaited = true;
    return this.#settled().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Result | Rejected> {
    return this.#follow(this.#settled().catch(onRejected));
  }

  finally(onFinally?: (() => void) | null): Promise<Result> {
    const following = this.#settled().finally(onFinally);
    // Callers only interested in completion must not fail the host.
    following.catch(() => {});
    return this.#follow(following);
  }

  #follow<Value>(promise: Promise<Value>): Promise<Value> {
    return new Following(promise, () => {
      this.#isAwaited = true;
    });
  }

  #settled(): Promise<Result> {
    const { result, directly } = this.#ways;
    if (this.#outcome) return this.#outcome;
    if (this.#fate) return (this.#outcome = this.#fate.wait().then(() => result));
    const started = new Promise<void>((resolve) => {
      this.#start = resolve;
    });
    return (this.#outcome = started.then(() => this.#fate?.wait() ?? directly()).then(() => result));
  }

  #decide(): void {
    if (!this.#isAwaited) {
      this.#fate = new Fate();
      this.#ways.inBackground(this.#fate);
    }
    this.#start?.();
  }
}

/** Result of `catch` and `finally` of a sending: awaiting it awaits the sending. */
class Following<Value> implements Promise<Value> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #promise: Promise<Value>;
  readonly #onAwaited: () => void;

  constructor(promise: Promise<Value>, onAwaited: () => void) {
    this.#promise = promise;
    this.#onAwaited = onAwaited;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((result: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    this.#onAwaited();
    return this.#promise.then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Value | Rejected> {
    return new Following(this.#promise.catch(onRejected), this.#onAwaited);
  }

  finally(onFinally?: (() => void) | null): Promise<Value> {
    return new Following(this.#promise.finally(onFinally), this.#onAwaited);
  }
}
