import { type SyncCompression, syncCompression } from "./compress.ts";
import type { OutcomeRef } from "./delivery-outcome.ts";
import { type Entry, sizeOf, UNTRIED } from "./entry.ts";
import type { SegmentPosition } from "./spool/segment.ts";
import { free, joinPlaced, readPlaced, type TextArena } from "./text-arena.ts";

/**
 * Number of pending records that are compressed together. Fewer records are compressed together if their JSON has at
 * least `PACKED_BYTES`.
 */
const PACKED_COUNT = 500;
const PACKED_BYTES = 256 * 1024;
/** Number of records that stay uncompressed. They are the oldest records in the queue, which are sent next. */
const UNPACKED_COUNT = 1_000;
const PACK_BYTES = 500;
const PART_BYTES = 50;

interface Pack {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly listStart: number;
  readonly outcomes: readonly (OutcomeRef | undefined)[] | undefined;
  readonly positions: readonly (SegmentPosition | undefined)[] | undefined;
  readonly size: number;
}

/** Compresses pending records, which then take about a tenth of the memory. */
export class PackedRecords {
  readonly #zip: SyncCompression | undefined = syncCompression();
  readonly #packs: Pack[] = [];
  #arena: TextArena | undefined;
  #tail: Entry[] = [];
  #tailBytes = 0;
  count = 0;
  bytes = 0;

  /**
   * Moves records from `fresh` to this object, which compresses them. The first 1,000 records from index `head` stay in
   * `fresh`, because they are sent next. Returns false, without changes, if fewer than 500 further records follow, or
   * if the runtime cannot compress.
   */
  takeFrom(fresh: Entry[], head: number, arena: TextArena): boolean {
    if (this.#zip === undefined || fresh.length - head < UNPACKED_COUNT + PACKED_COUNT) return false;
    this.#arena = arena;
    for (const entry of fresh.splice(head + UNPACKED_COUNT)) this.add(entry);
    return true;
  }

  add(entry: Entry): void {
    this.count += 1;
    this.bytes += entry.size;
    this.#tail.push(entry);
    this.#tailBytes += entry.end - entry.start;
    if (this.#tail.length >= PACKED_COUNT || this.#tailBytes >= PACKED_BYTES) this.#pack();
  }

  shift(): Entry[] {
    const pack = this.#packs.shift();
    const entries = pack === undefined || this.#zip === undefined ? this.#takeTail() : unpack(pack, this.#zip);
    this.count -= entries.length;
    this.bytes -= pack?.size ?? sizeOf(entries);
    return entries;
  }

  #takeTail(): Entry[] {
    const tail = this.#tail;
    this.#tail = [];
    this.#tailBytes = 0;
    return tail;
  }

  #pack(): void {
    if (this.#zip === undefined) return;
    const entries = this.#takeTail();
    const pack = packed(entries, this.#zip);
    for (const entry of entries) this.#arena?.release(entry);
    this.#packs.push(pack);
    this.bytes += pack.size - sizeOf(entries);
  }
}

function packed(entries: readonly Entry[], { compress }: SyncCompression): Pack {
  const list = JSON.stringify(
    entries.map(({ kind, id, start, end, size, isPreview }) => [
      kind,
      id,
      end - start,
      // Memory of the record after decompression. The record then has a copy of the JSON that it shared with other
      // records. `size` does not include this JSON, so the whole length counts.
      Math.max(size, end - start),
      ...(isPreview ? [1] : []),
    ]),
  );
  const whole = joinPlaced("", entries, { tail: list, drop: 0 });
  const bytes = compress(whole);
  free(whole);
  const outcomes = entries.some(({ outcome }) => outcome) ? entries.map(({ outcome }) => outcome) : undefined;
  const positions = entries.some(({ position }) => position) ? entries.map(({ position }) => position) : undefined;
  return {
    bytes,
    listStart: entries.reduce((sum, { start, end }) => sum + end + 1 - start, 0),
    outcomes,
    positions,
    size: bytes.length + PACK_BYTES + ((outcomes?.length ?? 0) + (positions?.length ?? 0)) * PART_BYTES,
  };
}

function unpack({ bytes: compressed, listStart, outcomes, positions }: Pack, { decompress }: SyncCompression): Entry[] {
  const bytes = decompress(compressed);
  const text = readPlaced({ piece: { bytes, live: 0 }, start: listStart, end: bytes.length });
  const list = JSON.parse(text) as [Entry["kind"], string, number, number, 1?][]; // `packed` writes lists of this type
  const piece = { bytes, live: list.length };
  let next = 0;
  return list.map(([kind, id, length, size, preview], index) => {
    const start = next;
    const end = start + length;
    next = end + 1;
    const [outcome, position] = [outcomes?.[index], positions?.[index]];
    return { kind, id, isPreview: preview === 1, piece, start, end, outcome, position, size, ...UNTRIED };
  });
}
