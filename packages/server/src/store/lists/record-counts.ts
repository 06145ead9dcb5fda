/** Counts up to this number are exact and not cached. */
export const alwaysExact = 10_000;
/** Maximum number of records that may be tested to find all matches of a filter that needs no payloads. */
export const testedRecords = 20_000;
/** Maximum age of a cached count, in milliseconds. */
const maximumAge = 10_000;
const maximumEntries = 1_000;

interface Entry<Counted> {
  readonly countedAt: number;
  readonly counted: Counted;
}

export class KeptCounts<Counted extends { readonly count: number }> {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry<Counted>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async get(identity: string, make: () => Promise<Counted>): Promise<Counted> {
    const countedAt = this.#now();
    const kept = this.#entries.get(identity);
    if (kept !== undefined && countedAt - kept.countedAt < maximumAge) return kept.counted;
    this.#entries.delete(identity);
    const counted = await make();
    if (counted.count > alwaysExact) {
      if (this.#entries.size >= maximumEntries) this.#entries.clear();
      this.#entries.set(identity, { countedAt, counted });
    }
    return counted;
  }
}

/** Caches large counts briefly, so that the pages of a long list do not count its records again each time. */
export class RecordCounts {
  readonly #kept: KeptCounts<{ readonly count: number }>;

  constructor(now: () => number) {
    this.#kept = new KeptCounts(now);
  }

  async count(identity: string, make: () => Promise<number>): Promise<number> {
    return (await this.#kept.get(identity, async () => ({ count: await make() }))).count;
  }
}
