interface Line {
  running: number;
  /** Completed reads whose results are not processed yet. */
  held: number;
  /** Moving average of the bytes of its results; null before the first one. */
  resultBytes: number | null;
  /** Responses with previous reads go first, so that few responses at a time hold data. */
  readonly started: (() => void)[];
  readonly waiting: (() => void)[];
}

export interface Reader {
  /** Whether the read may wait even if many others wait. */
  readonly mayWait?: boolean | undefined;
  /** Whether its response has previous reads. */
  readonly hasStarted?: boolean | undefined;
}

export interface ReadTurn {
  /** Ends the read, whose result has this many bytes, so that the next one may run. */
  done(bytes: number): void;
  /** Call it when the result is being processed, or the read failed. */
  leave(): void;
}

/** Maximum unprocessed results per concurrent read. */
const heldPerRead = 3;
/** Maximum average size of a holder's results with which it may have more concurrent reads, in bytes. */
const smallBytes = 256 * 1024;
/** Maximum concurrent reads of a holder with small results, as a multiple of those of other holders. */
const smallReads = 4;
/** Weight of the newest result in the average. */
const newestWeight = 0.25;

/**
 * Limits concurrent reads per holder, and the results that wait for work; other reads wait, in order. A holder with
 * small results may have four times as many reads under way, because one large read takes the time of many small ones.
 * A holder with large results has one read under way while others read.
 */
export class ReadTurns {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();

  constructor({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves in turn; to null when too many wait. */
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
    // Receiving large rows blocks the main thread outside its turns.
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
