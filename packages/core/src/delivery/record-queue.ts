import { type Entry, lengthOf, sizeOf } from "./entry.ts";
import { PackedRecords } from "./packed-records.ts";
import type { TextArena } from "./text-arena.ts";

export interface BatchLimits {
  maxCount: number;
  /** Maximum size of a batch. A single record may be larger. */
  maxBytes: number;
}

/**
 * Pending records. The oldest is taken first, except that records of failed requests usually come before all others. A
 * record never passes an earlier record with the same id: it waits, or it is sent in the same request, after the
 * earlier one. So an old version never replaces a newer one.
 */
export class RecordQueue {
  #fresh: Entry[] = [];
  #head = 0;
  /** Records that were put back after a failed request. */
  #returned: Entry[] = [];
  /** Records that had to wait for an earlier record with the same id, and can now be sent. */
  #released: Entry[] = [];
  /**
   * Records that must wait for an earlier record with the same id, by id. The map contains an id from the time a record
   * is taken until the record is stored or dropped. The value is undefined if no later record with this id waits.
   */
  readonly #lines = new Map<string, Entry[] | undefined>();
  #waitingCount = 0;
  #isTurn = false;
  /** Compressed records, which are newer than those in `#fresh`. */
  readonly #packed = new PackedRecords();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes + this.#packed.bytes;
  }

  get count(): number {
    const loose = this.#returned.length + this.#released.length + this.#fresh.length - this.#head;
    return loose + this.#waitingCount + this.#packed.count;
  }

  add(entry: Entry): void {
    if (this.#packed.count > 0) return this.#packed.add(entry);
    this.#bytes += entry.size;
    this.#fresh.push(entry);
  }

  /** Compresses all pending records except for the 1,000 oldest in `#fresh`, which are sent next. */
  pack(arena: TextArena): void {
    if (this.#packed.count > 0) return;
    const before = sizeOf(this.#fresh.slice(this.#head));
    if (this.#packed.takeFrom(this.#fresh, this.#head, arena)) {
      this.#bytes -= before - sizeOf(this.#fresh.slice(this.#head));
    }
  }

  /**
   * Takes the oldest records that fit into one request. Later records with the same ids that do not fit stay in the
   * queue until {@link RecordQueue.release} is called.
   */
  take(limits: BatchLimits): Entry[] {
    this.#refill();
    const batch = new Batch(limits);
    if (this.#isReturnedNext()) this.#takeFrom(this.#returned, batch);
    else if (this.#released.length > 0) this.#takeFrom(this.#released, batch);
    if (batch.entries.length === 0) this.#takeFresh(batch);
    // The batch is still empty if all other records wait for earlier records with the same ids. Then the returned
    // records are taken, although `#isReturnedNext` was false.
    if (batch.entries.length === 0) this.#takeFrom(this.#returned, batch);
    this.#bytes -= batch.bytes;
    return batch.entries;
  }

  putBack(batch: readonly Entry[]): void {
    const seen = new Set<string>();
    const later: Entry[] = [];
    for (const entry of batch) {
      this.#bytes += entry.size;
      if (seen.has(entry.id)) later.push(entry);
      else this.#returned.push(entry);
      seen.add(entry.id);
    }
    for (const entry of later.toReversed()) {
      this.#waitingCount += 1;
      this.#lines.set(entry.id, [entry, ...(this.#lines.get(entry.id) ?? [])]);
    }
  }

  /** Releases the ids of records that were stored or dropped, so that later records with these ids can be sent. */
  release(batch: readonly Entry[]): void {
    for (const id of new Set(batch.map((entry) => entry.id))) this.#leave(id);
  }

  #leave(id: string): void {
    const next = this.#lines.get(id)?.shift();
    if (next === undefined) {
      this.#lines.delete(id);
    } else {
      this.#waitingCount -= 1;
      this.#released.push(next);
    }
  }

  dropOldest(): Entry | undefined {
    this.#refill();
    const again = this.#returned.shift() ?? this.#released.shift();
    if (again !== undefined) this.#leave(again.id);
    const entry = again ?? this.#oldestWaiting() ?? this.#fresh[this.#head];
    if (entry === undefined) return undefined;
    if (entry === this.#fresh[this.#head]) this.#advance(this.#head + 1);
    this.#bytes -= entry.size;
    return entry;
  }

  #takeFrom(source: Entry[], batch: Batch): void {
    let taken = 0;
    for (const entry of source) {
      if (!batch.fits(entry)) break;
      batch.push(entry);
      taken += 1;
      const line = this.#lines.get(entry.id);
      for (let next = line?.[0]; next && batch.fits(next); next = line?.[0]) {
        batch.push(next);
        line?.shift();
        this.#waitingCount -= 1;
      }
    }
    source.splice(0, taken);
  }

  #takeFresh(batch: Batch): void {
    let end = this.#head;
    for (; end < this.#fresh.length; end += 1) {
      const entry = this.#fresh[end]!; // `end` is less than `length`
      const { id } = entry;
      if (this.#lines.has(id) && !batch.holds(id)) {
        this.#wait(entry);
        continue;
      }
      if (!batch.fits(entry)) break;
      batch.push(entry);
      if (!this.#lines.has(id)) this.#lines.set(id, undefined);
    }
    this.#advance(end);
  }

  #wait(entry: Entry): void {
    const line = this.#lines.get(entry.id);
    if (line === undefined) this.#lines.set(entry.id, [entry]);
    else line.push(entry);
    this.#waitingCount += 1;
  }

  #oldestWaiting(): Entry | undefined {
    if (this.#waitingCount === 0) return undefined;
    for (const line of this.#lines.values()) {
      const oldest = line?.shift();
      if (oldest === undefined) continue;
      this.#waitingCount -= 1;
      return oldest;
    }
    return undefined;
  }

  #refill(): void {
    if (this.#head < this.#fresh.length || this.#packed.count === 0) return;
    this.#fresh = this.#packed.shift();
    this.#head = 0;
    this.#bytes += sizeOf(this.#fresh);
  }

  /**
   * Whether to take records of failed requests next. If the first of these records was refused or failed repeatedly, it
   * may fail again. Then the result alternates between true and false, so that other records are sent in between.
   */
  #isReturnedNext(): boolean {
    const [first] = this.#returned;
    if (first === undefined) return false;
    const hasOthers = this.#released.length > 0 || this.#head < this.#fresh.length;
    if (!hasOthers || first.maxBatchCount === Infinity) return true;
    this.#isTurn = !this.#isTurn;
    return this.#isTurn;
  }

  /**
   * Sets the index of the oldest record in `#fresh` that was not taken. Taken records are removed only when they are at
   * least half of the list, because their removal copies all other records.
   */
  #advance(head: number): void {
    this.#head = head;
    if (head < 1024 && head < this.#fresh.length) return;
    if (head * 2 < this.#fresh.length) return;
    this.#fresh = this.#fresh.slice(head);
    this.#head = 0;
  }
}

class Batch {
  readonly entries: Entry[] = [];
  readonly #limits: BatchLimits;
  #maxCount: number;
  #length = 0;
  bytes = 0;

  constructor(limits: BatchLimits) {
    this.#limits = limits;
    this.#maxCount = limits.maxCount;
  }

  fits(entry: Entry): boolean {
    const { maxBatchCount } = entry;
    const { length } = this.entries;
    if (length === 0) return true;
    const isFull = this.#length + lengthOf(entry) > this.#limits.maxBytes;
    return length < Math.min(this.#maxCount, maxBatchCount) && !isFull;
  }

  holds(id: string): boolean {
    return this.entries.some((entry) => entry.id === id);
  }

  push(entry: Entry): void {
    this.entries.push(entry);
    this.bytes += entry.size;
    this.#length += lengthOf(entry);
    this.#maxCount = Math.min(this.#maxCount, entry.maxBatchCount);
  }
}
