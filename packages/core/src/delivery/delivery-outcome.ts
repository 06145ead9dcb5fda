/** Keeps awaited outcomes alive: nothing else may reference them. */
const awaited = new Set<DeliveryOutcome>();

/**
 * Outcome of a queued record, for a caller that may await it. Records may be queued for long, so the queue holds this weakly, and it
 * references nothing of the host until it is awaited.
 */
export class DeliveryOutcome {
  #isSettled = false;
  #error: unknown;
  #listener: { settled: (error?: unknown) => void; failed: (error: unknown) => void } | undefined;

  /** Settles once, without an error when the record is stored or on disk. Returns whether a caller was notified. */
  settle(error?: unknown): boolean {
    this.#isSettled = true;
    this.#error = error;
    const listener = this.#listener;
    this.release();
    listener?.settled(error);
    return listener !== undefined;
  }

  /** Notes a failed request with the record, which will be retried. */
  failed(error: unknown): void {
    this.#listener?.failed(error);
  }

  /** Resolves when the record is settled. Rejects when it is dropped, or when `isFinal` returns true for a failed request. */
  wait(isFinal: (error: unknown) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const settled = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
      if (this.#isSettled) return settled(this.#error);
      this.#listener = { settled, failed: (error) => isFinal(error) && reject(error) };
      awaited.add(this);
    });
  }

  /** Removes the waiting caller. */
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
