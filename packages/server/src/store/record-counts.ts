/** Counts up to this are exact, and made anew each time. */
export const alwaysExact = 10_000;
/** How old a larger count may be, in milliseconds. */
const maximumAge = 10_000;
const maximumEntries = 1_000;

interface Entry {
  readonly countedAt: number;
  readonly count: number;
}

/** Keeps large counts for a moment, so that counting does not dominate the pages of a long list. */
export class RecordCounts {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The count of that identity; `make` counts when none is kept. */
  async count(identity: string, make: () => Promise<number>): Promise<number> {
    const countedAt = this.#now();
    const kept = this.#entries.get(identity);
    if (kept !== undefined && countedAt - kept.countedAt < maximumAge) return kept.count;
    this.#entries.delete(identity);
    const count = await make();
    if (count > alwaysExact) {
      if (this.#entries.size >= maximumEntries) this.#entries.clear();
      this.#entries.set(identity, { countedAt, count });
    }
    return count;
  }
}
