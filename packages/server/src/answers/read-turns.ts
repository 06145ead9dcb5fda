interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lets each holder have a few reads under way at a time; the others wait, in order. */
export class ReadTurns {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #lines = new Map<string, Line>();

  constructor({ maxRunning, maxWaiting }: { readonly maxRunning: number; readonly maxWaiting: number }) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Resolves, in turn, with the function that ends the read; with null when too many wait, unless it `mayWait` anyway. */
  async enter(holder: string, mayWait = false): Promise<(() => void) | null> {
    const line = this.#lines.get(holder) ?? { running: 0, waiting: [] };
    this.#lines.set(holder, line);
    if (line.running < this.#maxRunning) line.running += 1;
    else if (line.waiting.length >= this.#maxWaiting && !mayWait) return null;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    return () => this.#leave(holder, line);
  }

  /** Passes the place on. */
  #leave(holder: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(holder);
  }
}
