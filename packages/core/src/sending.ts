import { Fate } from "./delivery/fate.ts";

/** The two ways to send one record. */
export interface SendingWays<Result> {
  /** What the promise resolves to. */
  result: Result;
  /** For a caller who waits: tries for a while, and rejects when that fails. */
  directly: () => Promise<unknown>;
  /** For one who does not: tries without end. */
  inBackground: (fate: Fate) => void;
}

/**
 * A sending that is awaited or not: `await step.send()` sends directly, `step.send()` alone hands the record to the delivery, and
 * can neither fail nor delay the host. Which one it is shows at the end of the turn.
 */
export class Sending<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #ways: SendingWays<Result>;
  #fate: Fate | undefined;
  #outcome: Promise<Result> | undefined;

  constructor(ways: SendingWays<Result>) {
    this.#ways = ways;
    // `await` calls `then` in a microtask of its own, which comes before the second of these.
    queueMicrotask(() => queueMicrotask(() => this.#outcome ?? this.#begin()));
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<Fulfilled = Result, Rejected = never>(
    onFulfilled?: ((result: Result) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    const { result, directly } = this.#ways;
    this.#outcome ??= (this.#fate?.wait() ?? directly()).then(() => result);
    return this.#outcome.then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Result | Rejected> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Result> {
    return this.then(undefined).finally(onFinally);
  }

  #begin(): void {
    this.#fate = new Fate();
    this.#ways.inBackground(this.#fate);
  }
}
