export interface StoredPayload {
  readonly metadata: string | null;
  readonly input: string | null;
  readonly output: string | null;
  readonly generation: string | null;
}

/** Payloads of the steps in a row of `search_queue`, by step key. */
export interface QueuedPayloads {
  readonly row: number;
  readonly payloads: ReadonlyMap<number, StoredPayload>;
}

/** Default limit in characters, enough for several seconds of writes at the maximum rate of one server. */
const usualLimit = 32 * 2 ** 20;

interface KeptRow {
  readonly payloads: ReadonlyMap<number, StoredPayload>;
  readonly size: number;
}

/**
 * Cache of payloads that this server stored recently, so that indexing does not read them again. The oldest are removed
 * first.
 */
export class FreshPayloads {
  readonly #limit: number;
  readonly #rows = new Map<string, KeptRow>();
  #size = 0;

  constructor(limit: number = usualLimit) {
    this.#limit = limit;
  }

  /** Caches the payloads of queued steps. Call it after the commit of the transaction that queued them. */
  keep(project: number, queued: readonly QueuedPayloads[]): void {
    for (const { row, payloads } of queued) {
      const size = [...payloads.values()].reduce((sum, payload) => sum + lengthOf(payload), 0);
      this.#rows.set(nameOf(project, row), { payloads, size });
      this.#size += size;
    }
    for (const name of this.#rows.keys()) {
      if (this.#size <= this.#limit) break;
      this.#drop(name);
    }
  }

  of(project: number, row: number): ReadonlyMap<number, StoredPayload> | undefined {
    return this.#rows.get(nameOf(project, row))?.payloads;
  }

  forget(project: number, rows: readonly number[]): void {
    for (const row of rows) this.#drop(nameOf(project, row));
  }

  #drop(name: string): void {
    this.#size -= this.#rows.get(name)?.size ?? 0;
    this.#rows.delete(name);
  }
}

function nameOf(project: number, row: number): string {
  return `${project} ${row}`;
}

function lengthOf({ metadata, input, output, generation }: StoredPayload): number {
  return (metadata?.length ?? 0) + (input?.length ?? 0) + (output?.length ?? 0) + (generation?.length ?? 0);
}
