import { callerSignal } from "../../caller.ts";

/** Maximum duration of a slice of a read, in milliseconds. */
export const sliceTime = 8;

/**
 * Lets the long reads of a thread take turns. One slice of a read runs per turn of the event loop, so that new reads
 * start between the slices of others. The projects take turns, so that many reads of one project delay a read of
 * another by one slice per turn.
 */
export class ReadTurns {
  /** Reads that wait for their next slice, by project. The projects are in the order of their turns. */
  readonly #waiting = new Map<number, (() => void)[]>();
  #isStarting = false;

  /** Waits until the next slice of a read may run; rejects if its caller has disconnected. */
  async next(project: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const reads = this.#waiting.get(project);
      if (reads === undefined) this.#waiting.set(project, [resolve]);
      else reads.push(resolve);
      this.#startLater();
    });
    callerSignal()?.throwIfAborted();
  }

  #startLater(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      this.#startNext();
      if (this.#waiting.size > 0) this.#startLater();
    });
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [project, reads] = next;
    const start = reads.shift();
    this.#waiting.delete(project);
    if (reads.length > 0) this.#waiting.set(project, reads);
    start?.();
  }
}
