/** Those that somebody waits for, who may be known to nobody else. */
const awaited = new Set<Fate>();

/**
 * What becomes of a record in the queue, for a caller who may ask. The queue holds it for long, so it holds nothing else, and the
 * queue does not keep it from being collected: then nobody can ask any more.
 */
export class Fate {
  #isSettled = false;
  #error: unknown;
  #hear: ((error?: unknown) => void) | undefined;

  /** Called once, without an error when the record is stored or safe on disk; returns whether somebody heard of it. */
  settle(error?: unknown): boolean {
    this.#isSettled = true;
    this.#error = error;
    this.#hear?.(error);
    awaited.delete(this);
    return this.#hear !== undefined;
  }

  /** Resolves when the record is settled, rejects when it was given up. To be called once. */
  wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#hear = (error) => (error === undefined ? resolve() : reject(error));
      if (this.#isSettled) this.#hear(this.#error);
      else awaited.add(this);
    });
  }
}

/** Leads to a fate for as long as somebody may ask for it. */
export type FateRef = Pick<WeakRef<Fate>, "deref">;

export function fateRef(fate: Fate): FateRef {
  // Some edge runtimes have none.
  return typeof WeakRef === "undefined" ? { deref: () => fate } : new WeakRef(fate);
}
