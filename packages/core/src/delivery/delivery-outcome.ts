/**
 * Outcomes that a caller awaits. This set keeps them in memory, because the queue has only weak references to outcomes.
 */
const awaited = new Set<DeliveryOutcome>();

/**
 * Result of delivering one record, which a caller may await. If no caller awaits it, it can be garbage-collected,
 * because the queue has only a weak reference to it.
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
   * Waits until the record is stored or safe on disk. Rejects if the record is dropped. When a request with the record
   * fails, `isFinal` is called with the error. If it returns true, the promise rejects with this error; otherwise, it
   * continues to wait.
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
  // Edge runtimes without `WeakRef` get a strong reference.
  return typeof WeakRef === "undefined" ? { deref: () => outcome } : new WeakRef(outcome);
}
