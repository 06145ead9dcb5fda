/** Outcomes that a caller awaits. The set keeps them alive, because the queue references outcomes only weakly. */
const awaited = new Set<DeliveryOutcome>();

/**
 * Outcome of a queued record, for a caller that may await it. The queue references the outcome weakly. Until it is
 * awaited, the outcome references none of the application's objects.
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
   * Resolves when the record is settled. Rejects when the record is dropped, or when `isFinal` returns true for the
   * error of a failed request.
   */
  wait(isFinal: (error: unknown) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const settled = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
      if (this.#isSettled) return settled(this.#error);
      this.#listener = { settled, failed: (error) => isFinal(error) && reject(error) };
      awaited.add(this);
    });
  }

  /** Removes the callbacks of {@link DeliveryOutcome.wait}. */
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
