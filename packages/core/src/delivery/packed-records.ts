import { type CompressNow, compressNow } from "./compress.ts";
import type { FateRef } from "./fate.ts";
import { type Entry, sizeOf, UNTRIED } from "./entry.ts";
import type { Place } from "./spool/segment.ts";
import { free, joinPlaced, readPlaced, type TextArena } from "./text-arena.ts";

/** How many records are packed together at most, and how many bytes of JSON. */
const PACKED_COUNT = 500;
const PACKED_BYTES = 256 * 1024;
/** So many are left as they are: they are sent next. */
const UNPACKED_COUNT = 1_000;
/** What a pack costs beside its bytes, and what each of its records does that somebody may ask for or that lies on disk. */
const PACK_BYTES = 500;
const PART_BYTES = 50;

/** Records that wait their turn, compressed. */
interface Pack {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the list of kinds, ids and sizes begins when it is unpacked. */
  readonly listStart: number;
  readonly fates: readonly (FateRef | undefined)[] | undefined;
  readonly places: readonly (Place | undefined)[] | undefined;
  readonly size: number;
}

/** Records that differ little take a tenth of their memory: what waits for an hour would fill the heap of the host. */
export class PackedRecords {
  readonly #zip: CompressNow | undefined = compressNow();
  readonly #packs: Pack[] = [];
  #arena: TextArena | undefined;
  #tail: Entry[] = [];
  #tailBytes = 0;
  count = 0;
  /** Bytes of all that is here. */
  bytes = 0;

  /** Takes what is beyond the records that are sent next; false when that is too little. From then on all others come here. */
  takeFrom(fresh: Entry[], head: number, arena: TextArena): boolean {
    if (this.#zip === undefined || fresh.length - head < UNPACKED_COUNT + PACKED_COUNT) return false;
    this.#arena = arena;
    for (const entry of fresh.splice(head + UNPACKED_COUNT)) this.add(entry);
    return true;
  }

  /** Adds a record behind those that are here. */
  add(entry: Entry): void {
    this.count += 1;
    this.bytes += entry.size;
    this.#tail.push(entry);
    this.#tailBytes += entry.end - entry.start;
    if (this.#tail.length >= PACKED_COUNT || this.#tailBytes >= PACKED_BYTES) this.#pack();
  }

  /** Takes out the oldest; none when there are none. */
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

function packed(entries: readonly Entry[], { compress }: CompressNow): Pack {
  const list = JSON.stringify(
    entries.map(({ kind, id, start, end, size, isPreview }) => [
      kind,
      id,
      end - start,
      // What it shared is its own once it is unpacked.
      Math.max(size, end - start),
      ...(isPreview ? [1] : []),
    ]),
  );
  const whole = joinPlaced("", entries, { tail: list, drop: 0 });
  const bytes = compress(whole);
  free(whole);
  const fates = entries.some(({ fate }) => fate) ? entries.map(({ fate }) => fate) : undefined;
  const places = entries.some(({ place }) => place) ? entries.map(({ place }) => place) : undefined;
  return {
    bytes,
    listStart: entries.reduce((sum, { start, end }) => sum + end + 1 - start, 0),
    fates,
    places,
    size: bytes.length + PACK_BYTES + ((fates?.length ?? 0) + (places?.length ?? 0)) * PART_BYTES,
  };
}

function unpack({ bytes: compressed, listStart, fates, places }: Pack, { decompress }: CompressNow): Entry[] {
  const bytes = decompress(compressed);
  const text = readPlaced({ piece: { bytes, live: 0 }, start: listStart, end: bytes.length });
  const list = JSON.parse(text) as [Entry["kind"], string, number, number, 1?][]; // written by `packed`
  const piece = { bytes, live: list.length };
  let next = 0;
  return list.map(([kind, id, length, size, preview], index) => {
    const start = next;
    const end = start + length;
    next = end + 1;
    const [fate, place] = [fates?.[index], places?.[index]];
    return { kind, id, isPreview: preview === 1, piece, start, end, fate, place, size, ...UNTRIED };
  });
}
