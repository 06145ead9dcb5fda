/** Those that are awaited, which may be referenced by nothing else. */
const awaited = new Set<Fate>();

/**
 * What becomes of a record in the queue, for a caller who may ask. The queue keeps records for long, so it references this weakly, and
 * this references nothing of the host until somebody asks.
 */
export class Fate {
  #isSettled = false;
  #error: unknown;
  #listener: { settled: (error?: unknown) => void; failed: (error: unknown) => void } | undefined;

  /** Called once, without an error when the record is stored or safe on disk; returns whether a caller was told. */
  settle(error?: unknown): boolean {
    this.#isSettled = true;
    this.#error = error;
    const listener = this.#listener;
    this.release();
    listener?.settled(error);
    return listener !== undefined;
  }

  /** Called for each request with the record that failed, after which it waits to be sent again. */
  failed(error: unknown): void {
    this.#listener?.failed(error);
  }

  /** Resolves when the record is settled; rejects when it was given up, or when `isFinal` says so of a failed request. */
  wait(isFinal: (error: unknown) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const settled = (error?: unknown): void => (error === undefined ? resolve() : reject(error));
      if (this.#isSettled) return settled(this.#error);
      this.#listener = { settled, failed: (error) => isFinal(error) && reject(error) };
      awaited.add(this);
    });
  }

  /** Nobody waits any more. */
  release(): void {
    this.#listener = undefined;
    awaited.delete(this);
  }
}

/** Leads to a fate for as long as somebody may ask for it. */
export type FateRef = Pick<WeakRef<Fate>, "deref">;

export function fateRef(fate: Fate): FateRef {
  // Some edge runtimes have none.
  return typeof WeakRef === "undefined" ? { deref: () => fate } : new WeakRef(fate);
}
