interface Line {
  running: number;
  held: number;
  /** Moving average of the size of the holder's results, in bytes; null before the first result. */
  resultBytes: number | null;
  /**
   * Moving average of the duration of the holder's reads, in milliseconds; null before the first result. The duration
   * of a read is divided by the number of the holder's concurrent reads, because these slow each other down.
   */
  readMs: number | null;
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
/** Average duration from which reads of a holder are slow, in milliseconds. */
const slowMs = 25;
/** Time after a read of another holder during which slow reads of a holder remain limited, in milliseconds. */
const sharedMs = 1_000;
const minRemembered = 1_000;

export interface ReadTurnsOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Returns milliseconds. Default: the process clock. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Limits the reads of each holder (key, account or share link): how many run at the same time, and how many results
 * wait to be processed. Further reads wait in a queue.
 *
 * For a holder with small results, both limits are multiplied by four, but not while other holders read if its reads
 * are slow. A holder with large results may only run one read at a time while other holders are reading.
 */
export class ReadTurns {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #clock: () => number;
  /** Holders that read, and earlier ones, whose averages are remembered. */
  readonly #lines = new Map<string, Line>();
  /** Holders that read now, or whose results wait to be processed. */
  readonly #reading = new Set<Line>();
  #maxRemembered = minRemembered;
  /** The holder that read last, and when another one last did. */
  #latest: { readonly line: Line; at: number } | null = null;
  #previousAt = Number.NEGATIVE_INFINITY;

  constructor({ maxRunning, maxWaiting, clock = () => performance.now() }: ReadTurnsOptions) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
    this.#clock = clock;
  }

  /** Resolves to a {@link ReadTurn} when the read may start, or to null if the queue is full. */
  async enter(holder: string, { mayWait = false, hasStarted = false }: Reader = {}): Promise<ReadTurn | null> {
    const line = this.#lineOf(holder);
    this.#noteRead(line);
    if (this.#isFree(line)) this.#start(line);
    else if (hasStarted) await new Promise<void>((resolve) => line.started.push(resolve));
    else if (line.waiting.length >= this.#maxWaiting && !mayWait) return null;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    const [startedAt, atOnce] = [this.#clock(), line.running];
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
        line.resultBytes = averageOf(line.resultBytes, bytes);
        const concurrent = Math.max(atOnce, line.running);
        line.readMs = averageOf(line.readMs, (this.#clock() - startedAt) / concurrent);
        done();
      },
      leave: () => {
        done();
        line.held -= 1;
        this.#pass(line);
        if (line.running + line.held === 0) this.#end(line);
      },
    };
  }

  #lineOf(holder: string): Line {
    const known = this.#lines.get(holder);
    if (known) return known;
    const line: Line = { running: 0, held: 0, resultBytes: null, readMs: null, started: [], waiting: [] };
    this.#lines.set(holder, line);
    return line;
  }

  #noteRead(line: Line): void {
    const at = this.#clock();
    if (this.#latest === null) this.#latest = { line, at };
    else if (this.#latest.line === line) this.#latest.at = at;
    else {
      this.#previousAt = this.#latest.at;
      this.#latest = { line, at };
    }
  }

  /** Returns whether another holder has read recently. */
  #isShared(line: Line): boolean {
    const otherAt = this.#latest === null || this.#latest.line === line ? this.#previousAt : this.#latest.at;
    return this.#clock() - otherAt < sharedMs;
  }

  #isFree(line: Line): boolean {
    const { running, held, resultBytes, readMs } = line;
    const isSmall = resultBytes !== null && resultBytes <= smallBytes;
    let maxRunning = this.#maxRunning;
    if (isSmall) {
      if ((readMs ?? 0) < slowMs || !this.#isShared(line)) maxRunning *= smallReads;
    }
    // Receiving large rows blocks the main thread, even before the rows are processed. So a holder with large results
    // may run only one read while other holders are reading.
    else if (this.#reading.size > (this.#reading.has(line) ? 1 : 0) && resultBytes !== null) maxRunning = 1;
    return running < maxRunning && held < heldPerRead * maxRunning;
  }

  #pass(line: Line): void {
    while (this.#isFree(line)) {
      const next = line.started.shift() ?? line.waiting.shift();
      if (!next) return;
      this.#start(line);
      next();
    }
  }

  #start(line: Line): void {
    this.#reading.add(line);
    line.running += 1;
  }

  /** Called when a holder has no reads left. */
  #end(line: Line): void {
    this.#reading.delete(line);
    if (this.#lines.size <= this.#maxRemembered) return;
    for (const [holder, { running, held }] of this.#lines) if (running + held === 0) this.#lines.delete(holder);
    this.#maxRemembered = Math.max(2 * this.#lines.size, minRemembered);
  }
}

function averageOf(average: number | null, newest: number): number {
  return (average ?? newest) * (1 - newestWeight) + newest * newestWeight;
}
