/**
 * Detects whether connections are arriving. Node accepts only one connection per iteration of the event loop. While
 * many connections arrive, other work must wait, so that the iterations are short.
 */
export class Arrivals {
  #latest = 0;
  #areComing = false;

  /** Whether a connection was accepted in this iteration of the event loop or in the previous one. */
  get areComing(): boolean {
    return this.#areComing;
  }

  accepted(): void {
    this.#areComing = true;
    this.#latest += 1;
    const accepted = this.#latest;
    setImmediate(() =>
      setImmediate(() => {
        if (accepted === this.#latest) this.#areComing = false;
      }),
    );
  }
}

/** Counts the connections of all listeners of this process, which share an event loop. */
export const processArrivals: Arrivals = new Arrivals();
