interface Line {
  /** Reads under way. */
  running: number;
  /** Reads that are done, with results that nothing has gone on with yet. */
  held: number;
  /** Answers that have read before; they go first, so that few answers at a time hold what they have read. */
  readonly begun: (() => void)[];
  readonly waiting: (() => void)[];
}

/** Owner of a read. */
export interface Reader {
  /** It waits however many others do. */
  readonly mayWait?: boolean | undefined;
  /** Its answer has read before. */
  readonly hasBegun?: boolean | undefined;
}

/** The turn of a read. */
export interface ReadTurn {
  /** The read is over, and the next one may run. */
  done(): void;
  /** The work goes on with its result, or the read failed. */
  leave(): void;
}

/** Results that may wait for work, for each read that may run. */
const heldPerRead = 3;

/** Limits concurrent reads per holder, and the results that wait for work; other reads wait, in order. */
export class ReadTurns {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();

  constructor({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves in turn; with null when too many wait. */
  async enter(holder: string, { mayWait = false, hasBegun = false }: Reader = {}): Promise<ReadTurn | null> {
    const line = this.#lines.get(holder) ?? { running: 0, held: 0, begun: [], waiting: [] };
    this.#lines.set(holder, line);
    if (this.#isFree(line)) line.running += 1;
    else if (hasBegun) await new Promise<void>((resolve) => line.begun.push(resolve));
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
      done,
      leave: () => {
        done();
        line.held -= 1;
        this.#pass(line);
        if (line.running + line.held === 0) this.#lines.delete(holder);
      },
    };
  }

  #isFree({ running, held }: Line): boolean {
    return running < this.#maxRunning && held < heldPerRead * this.#maxRunning;
  }

  #pass(line: Line): void {
    while (this.#isFree(line)) {
      const next = line.begun.shift() ?? line.waiting.shift();
      if (!next) return;
      line.running += 1;
      next();
    }
  }
}
