/**
 * Outcomes that a caller awaits. The queue only has weak references to outcomes, so without this set they could be
 * garbage-collected.
 */
const awaited = new Set<DeliveryOutcome>();

/**
 * Result of delivering one record, which a caller may await. The queue only has a weak reference to it, so that an
 * outcome that no caller awaits can be garbage-collected.
 */
export class DeliveryOutcome {
  #isSettled = false;
  #error: unknown;
  #listener: { settled: (error?: unknown) => void; failed: (error: unknown) => void } | undefined;

  /**
   * Settles the outcome. Without an error, the record is stored, or safe on disk. Returns whether a caller was
   * notified.
   */
  settle(error?: unknown): boolean {
    this.#isSettled = true;
    this.#error = error;
    const listener = this.#listener;
    this.release();
    listener?.settled(error);
    return listener !== undefined;
  }

  /** Reports that a request with the record failed. The record will be sent again. */
  failed(error: unknown): void {
    this.#listener?.failed(error);
  }

  /**
   * Waits until the record is stored or safe on disk. Rejects if the record is dropped. `isFinal` is called with the
   * error of each failed request. If it returns true, the promise rejects with this error.
   */
  wait(isFinal: (error: unknown) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const settled = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
      if (this.#isSettled) return settled(this.#error);
      this.#listener = { settled, failed: (error) => isFinal(error) && reject(error) };
      awaited.add(this);
    });
  }

  release(): void {
    this.#listener = undefined;
    awaited.delete(this);
  }
}

export type OutcomeRef = Pick<WeakRef<DeliveryOutcome>, "deref">;

export function outcomeRef(outcome: DeliveryOutcome): OutcomeRef {
  // Some edge runtimes have no `WeakRef`.
  return typeof WeakRef === "undefined" ? { deref: () => outcome } : new WeakRef(outcome);
}
