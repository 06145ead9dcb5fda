interface Line {
  running: number;
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

/** Limits concurrent reads per holder; others wait, in order. */
export class ReadTurns {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();

  constructor({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves, in turn, with the function that ends the read; with null when too many wait. */
  async enter(holder: string, { mayWait = false, hasBegun = false }: Reader = {}): Promise<(() => void) | null> {
    const line = this.#lines.get(holder) ?? { running: 0, begun: [], waiting: [] };
    this.#lines.set(holder, line);
    if (line.running < this.#maxRunning) line.running += 1;
    else if (hasBegun) await new Promise<void>((resolve) => line.begun.push(resolve));
    else if (line.waiting.length >= this.#maxWaiting && !mayWait) return null;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    return () => this.#leave(holder, line);
  }

  /** Passes the place on. */
  #leave(holder: string, line: Line): void {
    const next = line.begun.shift() ?? line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(holder);
  }
}
