/** Called once, without an error when the record is stored or safe on disk; returns whether somebody heard of it. */
export type Settle = (error?: unknown) => boolean;

/** What becomes of a record in the queue, for a caller who may ask. The queue holds it for long, so it holds nothing else. */
export class Fate {
  #isSettled = false;
  #error: unknown;
  #hear: ((error?: unknown) => void) | undefined;

  readonly settle: Settle = (error) => {
    this.#isSettled = true;
    this.#error = error;
    this.#hear?.(error);
    return this.#hear !== undefined;
  };

  /** Resolves when the record is settled, rejects when it was given up. To be called once. */
  wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#hear = (error) => (error === undefined ? resolve() : reject(error));
      if (this.#isSettled) this.#hear(this.#error);
    });
  }
}
