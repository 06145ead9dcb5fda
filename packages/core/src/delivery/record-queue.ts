import { type Entry, sizeOf } from "./entry.ts";
import { PackedRecords } from "./packed-records.ts";
import type { TextArena } from "./text-arena.ts";

/** What one request carries at most. */
export interface BatchLimits {
  maxCount: number;
  /** One record may be larger. */
  maxBytes: number;
}

/** The fields and aliases of a document are limited, and each thread takes some. */
const MOST_THREADS = 20;

const FAILURES_TO_SHRINK = 3;

/** Records in order of arrival. What was sent in vain goes before all else. */
export class RecordQueue {
  #fresh: Entry[] = [];
  #head = 0;
  #returned: Entry[] = [];
  /** How many of each id are on their way or came back: what is added to them later waits, so that it does not arrive first. */
  readonly #held = new Set<string>();
  #isTurn = false;
  /** What comes after the fresh ones. */
  readonly #packed = new PackedRecords();
  #bytes = 0;

  /** The bytes of all that waits. */
  get bytes(): number {
    return this.#bytes + this.#packed.bytes;
  }

  get count(): number {
    return this.#returned.length + this.#fresh.length - this.#head + this.#packed.count;
  }

  add(entry: Entry): void {
    if (this.#packed.count > 0) return this.#packed.add(entry);
    this.#bytes += entry.size;
    this.#fresh.push(entry);
  }

  /** Takes less memory for what will wait for long. */
  pack(arena: TextArena): void {
    if (this.#packed.count === 0 && this.#packed.takeFrom(this.#fresh, this.#head, arena)) this.#bytes = this.#sizes();
  }

  /** Takes the oldest records, as many as one request carries; they are held until they are released or put back. */
  take({ maxCount, maxBytes }: BatchLimits): Entry[] {
    this.#refill();
    const isAgain = this.#isReturnedNext();
    const source = isAgain ? this.#returned : this.#fresh;
    const start = isAgain ? 0 : this.#head;
    const most = isAgain ? shrink(maxCount, source[0]?.failures ?? 0) : maxCount;
    let end = start;
    let bytes = 0;
    let threads = 0;
    for (; end < source.length && end - start < most; end += 1) {
      const entry = source[end]!; // the index is below the length
      bytes += entry.size;
      if (entry.kind === "thread") threads += 1;
      if (end > start && (bytes > maxBytes || threads > MOST_THREADS)) break;
      if (!isAgain && this.#held.has(entry.id)) break;
    }
    const batch = isAgain ? source.splice(0, end) : source.slice(start, end);
    if (!isAgain) this.#advance(end);
    for (const { id, size } of batch) {
      this.#held.add(id);
      this.#bytes -= size;
    }
    return batch;
  }

  /** Records that were not stored, to be sent again first. */
  putBack(batch: readonly Entry[]): void {
    this.#returned.push(...batch);
    for (const { size } of batch) this.#bytes += size;
  }

  /** What was taken is settled: later records of these ids may go. */
  release(batch: readonly Entry[]): void {
    for (const { id } of batch) this.#held.delete(id);
  }

  /** Takes out the oldest record; undefined when none waits. */
  dropOldest(): Entry | undefined {
    this.#refill();
    const isAgain = this.#returned.length > 0;
    const entry = isAgain ? this.#returned.shift() : this.#fresh[this.#head];
    if (entry === undefined) return undefined;
    if (isAgain) this.#held.delete(entry.id);
    else this.#advance(this.#head + 1);
    this.#bytes -= entry.size;
    return entry;
  }

  #refill(): void {
    if (this.#head < this.#fresh.length || this.#packed.count === 0) return;
    this.#fresh = this.#packed.shift();
    this.#head = 0;
    this.#bytes = this.#sizes();
  }

  #sizes(): number {
    return sizeOf(this.#returned) + sizeOf(this.#fresh.slice(this.#head));
  }

  /** What came back goes first, but what the service fails on takes turns with the others. */
  #isReturnedNext(): boolean {
    const [first] = this.#returned;
    const isFreshReady = this.#head < this.#fresh.length && !this.#held.has(this.#fresh[this.#head]?.id ?? "");
    if (first === undefined || !isFreshReady || first.failures < FAILURES_TO_SHRINK) return first !== undefined;
    this.#isTurn = !this.#isTurn;
    return this.#isTurn;
  }

  /** Shifting a long list one by one would copy it each time. */
  #advance(head: number): void {
    this.#head = head;
    if (head < 1024 && head < this.#fresh.length) return;
    if (head * 2 < this.#fresh.length) return;
    this.#fresh = this.#fresh.slice(head);
    this.#head = 0;
  }
}

/** What fails again and again is sent in smaller and smaller pieces, until what is at fault stands alone. */
function shrink(maxCount: number, failures: number): number {
  if (failures < FAILURES_TO_SHRINK) return maxCount;
  return Math.max(1, maxCount >> (failures - FAILURES_TO_SHRINK + 1));
}
