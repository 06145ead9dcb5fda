/**
 * The promise of `send()` and `upsert()`. The record is in the queue already; awaiting it only waits for the outcome. It is no plain
 * promise, because the queue would keep that, and with it the host's step, for as long as the record waits; and because a failure that
 * is not awaited must not end the host.
 */
export class Sending<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #result: Result;
  readonly #wait: (() => Promise<void>) | undefined;
  #outcome: Promise<Result> | undefined;

  /** `wait` resolves when the record is stored; without it there is nothing to store. */
  constructor(result: Result, wait?: () => Promise<void>) {
    this.#result = result;
    this.#wait = wait;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<Fulfilled = Result, Rejected = never>(
    onFulfilled?: ((result: Result) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#settled().then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Result | Rejected> {
    return this.#settled().catch(onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Result> {
    const following = this.#settled().finally(onFinally);
    // Callers only interested in completion must not fail the host.
    following.catch(() => {});
    return following;
  }

  #settled(): Promise<Result> {
    return (this.#outcome ??= Promise.resolve(this.#wait?.()).then(() => this.#result));
  }
}
