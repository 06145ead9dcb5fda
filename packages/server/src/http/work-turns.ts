interface Line {
  readonly holder: string;
  readonly waiting: (() => void)[];
}

/** Milliseconds of work between two looks at the sockets, as long as nothing waits. */
const maxTurnMs = 2;

/**
 * Divides the main thread among holders (keys, accounts, links). One piece of work is done between two looks at the sockets,
 * and those that wait have their turns holder by holder, so that a request of another holder waits for one piece at most.
 */
export class WorkTurns {
  /** Holders with waiting work; the first has the next turn. */
  readonly #lines: Line[] = [];
  /** Start of the current turn; null when no work was done since sockets were last served. */
  #startedAt: number | null = null;

  /** Null: the work may start immediately. Otherwise resolves when it may. */
  enter(holder: string): Promise<void> | null {
    if (this.#startedAt === null) {
      this.#begin();
      return null;
    }
    if (this.#lines.length === 0 && performance.now() - this.#startedAt < maxTurnMs) return null;
    return this.#wait(holder);
  }

  /** Yields to others, and resolves when the work may continue. */
  pause(holder: string): Promise<void> {
    const turn = this.#wait(holder);
    if (this.#startedAt === null) this.#begin();
    return turn;
  }

  #wait(holder: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#lines.find((each) => each.holder === holder);
      if (line) line.waiting.push(resolve);
      else this.#lines.push({ holder, waiting: [resolve] });
    });
  }

  #begin(): void {
    this.#startedAt = performance.now();
    setImmediate(() => this.#pass());
  }

  #pass(): void {
    this.#startedAt = null;
    const line = this.#lines.shift();
    const next = line?.waiting.shift();
    if (!line || !next) return;
    if (line.waiting.length > 0) this.#lines.push(line);
    this.#begin();
    next();
  }
}
