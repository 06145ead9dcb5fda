interface Line {
  running: number;
  held: number;
  /** Moving average of the size of the holder's results, in bytes; null before the first result. */
  resultBytes: number | null;
  /**
   * Queued reads of responses that already contain data. They run before the reads in `waiting`, so that responses in
   * progress end early and release their memory.
   */
  readonly started: (() => void)[];
  readonly waiting: (() => void)[];
}

export interface Reader {
  /**
   * Whether the read is queued even if the queue is full. Set for reads after a mutation. The mutation has already
   * written, and if its response were rejected, the client would write again.
   */
  readonly mayWait?: boolean | undefined;
  /** Whether the response already contains data from earlier reads. */
  readonly hasStarted?: boolean | undefined;
}

export interface ReadTurn {
  /** Ends the read, so that the next one may run. `bytes` is the size of the result. */
  done(bytes: number): void;
  /**
   * Removes the result from the results that wait to be processed. Call it when the processing starts, or when the read
   * has failed.
   */
  leave(): void;
}

const heldPerRead = 3;
/** Average result size up to which a holder may have more concurrent reads, in bytes. */
const smallBytes = 256 * 1024;
const smallReads = 4;
const newestWeight = 0.25;

/**
 * Limits the reads of each holder (key, account or share link): how many run at the same time, and how many results
 * wait to be processed. Further reads wait in a queue.
 *
 * For a holder with small results, both limits are multiplied by four. A holder with large results may only run one
 * read at a time while other holders are reading.
 */
export class ReadTurns {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();

  constructor({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves to a {@link ReadTurn} when the read may start, or to null if the queue is full. */
  async enter(holder: string, { mayWait = false, hasStarted = false }: Reader = {}): Promise<ReadTurn | null> {
    const line = this.#lines.get(holder) ?? { running: 0, held: 0, resultBytes: null, started: [], waiting: [] };
    this.#lines.set(holder, line);
    if (this.#isFree(line)) line.running += 1;
    else if (hasStarted) await new Promise<void>((resolve) => line.started.push(resolve));
    else if (line.waiting.length >= this.#maxWaiting && !mayWait) return null;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    let isDone = false;
    const done = (): void => {
      if (isDone) return;
      isDone = true;
      line.running -= 1;
      line.held += 1;
      this.#pass(line);
    };
    return {
      done: (bytes) => {
        line.resultBytes = (line.resultBytes ?? bytes) * (1 - newestWeight) + bytes * newestWeight;
        done();
      },
      leave: () => {
        done();
        line.held -= 1;
        this.#pass(line);
        if (line.running + line.held === 0) this.#lines.delete(holder);
      },
    };
  }

  #isFree({ running, held, resultBytes }: Line): boolean {
    const isSmall = resultBytes !== null && resultBytes <= smallBytes;
    let maxRunning = this.#maxRunning;
    if (isSmall) maxRunning *= smallReads;
    // Receiving large rows blocks the main thread, even before the rows are processed. So a holder with large results
    // may run only one read while other holders are reading.
    else if (this.#lines.size > 1 && resultBytes !== null) maxRunning = 1;
    return running < maxRunning && held < heldPerRead * maxRunning;
  }

  #pass(line: Line): void {
    while (this.#isFree(line)) {
      const next = line.started.shift() ?? line.waiting.shift();
      if (!next) return;
      line.running += 1;
      next();
    }
  }
}
