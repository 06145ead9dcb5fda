/**
 * Promise of `send()` and `upsert()`. The record is queued even if the promise is not awaited. This is not a native
 * promise for two reasons: a native promise would keep the step in memory while the record is pending, and its
 * unhandled rejection could end the process.
 */
export class Sending<Result> implements Promise<Result> {
  readonly [Symbol.toStringTag] = "Promise";
  readonly #result: Result;
  readonly #wait: (() => Promise<void>) | undefined;
  #outcome: Promise<Result> | undefined;

  /**
   * `wait` returns a promise that resolves when the record is stored. It is absent for a record that is not sent, for
   * example because it is not sampled. The `Sending` then resolves immediately.
   */
  constructor(result: Result, wait?: () => Promise<void>) {
    this.#result = result;
    this.#wait = wait;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- the class is a promise
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
    // An unhandled rejection must not end the process.
    following.catch(() => {});
    return following;
  }

  #settled(): Promise<Result> {
    return (this.#outcome ??= Promise.resolve(this.#wait?.()).then(() => this.#result));
  }
}
