import { bucketCount } from "./search-buckets.ts";

/** Maximum number of steps in a segment, a block of steps that are indexed together. */
export const segmentSize = 4_096;
const setBytes = segmentSize / 8;
const keyBytes = 8;

/** Set of steps in a segment, with one bit for each position. */
export type PlaceSet = Uint8Array;

/** All positions of a segment, including those after its last step. */
export const everyPlace: PlaceSet = new Uint8Array(setBytes).fill(255);

/**
 * A block of the search index: some steps, and a list of steps for each bucket. A bucket is the hash of a word part or
 * of a metadata value. Its list has the steps that contain the word part or value, by their positions in the block.
 */
export interface Segment {
  /** Keys of the steps in the order of their positions, eight bytes each. */
  readonly steps: Uint8Array;
  /** Offsets in `postings` at which the list of each bucket starts, and the end of the last list, four bytes each. */
  readonly starts: Uint8Array;
  /** List of positions for each bucket: two bytes for each position, or a {@link PlaceSet} if that is shorter. */
  readonly postings: Uint8Array;
}

export class SegmentBuilder {
  readonly #keys: number[] = [];
  readonly #lastPlaces = new Int32Array(bucketCount).fill(-1);
  readonly #counts = new Uint32Array(bucketCount);
  #buckets = new Uint16Array(2 ** 16);
  #length = 0;
  /** For each step, the position in `#buckets` after the last bucket of the step. */
  readonly #ends: number[] = [];

  get keys(): readonly number[] {
    return this.#keys;
  }

  add(key: number, tell: (add: (bucket: number) => void) => void): void {
    const place = this.#keys.push(key) - 1;
    if (place >= segmentSize) throw new RangeError(`A search segment can contain at most ${segmentSize} records.`);
    tell((bucket) => {
      if (this.#lastPlaces[bucket] === place) return;
      this.#lastPlaces[bucket] = place;
      this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
      if (this.#length === this.#buckets.length) this.#grow();
      this.#buckets[this.#length] = bucket;
      this.#length += 1;
    });
    this.#ends.push(this.#length);
  }

  build(): Segment {
    const starts = new Uint8Array((bucketCount + 1) * 4);
    const view = new DataView(starts.buffer);
    const nexts = new Uint32Array(bucketCount);
    let end = 0;
    for (let bucket = 0; bucket < bucketCount; bucket += 1) {
      view.setUint32(bucket * 4, end);
      nexts[bucket] = end;
      end += Math.min((this.#counts[bucket] ?? 0) * 2, setBytes);
    }
    view.setUint32(bucketCount * 4, end);
    return { steps: writeSteps(this.#keys), starts, postings: this.#postings(nexts, end) };
  }

  #postings(nexts: Uint32Array, length: number): Uint8Array {
    const postings = new Uint8Array(length);
    let index = 0;
    for (const [place, end] of this.#ends.entries()) {
      for (; index < end; index += 1) {
        const bucket = this.#buckets[index] ?? 0;
        const next = nexts[bucket] ?? 0;
        if ((this.#counts[bucket] ?? 0) * 2 < setBytes) {
          postings[next] = place >>> 8;
          postings[next + 1] = place & 255;
          nexts[bucket] = next + 2;
        } else {
          const byte = next + (place >>> 3);
          postings[byte] = (postings[byte] ?? 0) | (1 << (place & 7));
        }
      }
    }
    return postings;
  }

  #grow(): void {
    const larger = new Uint16Array(this.#buckets.length * 2);
    larger.set(this.#buckets);
    this.#buckets = larger;
  }
}

/** Encodes step keys, with eight bytes each. */
export function writeSteps(keys: readonly number[]): Uint8Array {
  const steps = new Uint8Array(keys.length * keyBytes);
  const view = new DataView(steps.buffer);
  for (const [place, key] of keys.entries()) view.setFloat64(place * keyBytes, key);
  return steps;
}

export function readSteps(steps: Uint8Array): number[] {
  const view = new DataView(steps.buffer, steps.byteOffset, steps.byteLength);
  return Array.from({ length: steps.byteLength / keyBytes }, (_, place) => view.getFloat64(place * keyBytes));
}

/** Decodes the list of one bucket, a range of `postings`. */
export function readPlaces(posting: Uint8Array): PlaceSet {
  if (posting.length === setBytes) return posting;
  const set = new Uint8Array(setBytes);
  for (let index = 0; index < posting.length; index += 2) addPlace(set, readPlace(posting, index));
  return set;
}

export function addPlace(set: PlaceSet, place: number): void {
  set[place >>> 3] = (set[place >>> 3] ?? 0) | (1 << (place & 7));
}

function readPlace(posting: Uint8Array, index: number): number {
  return ((posting[index] ?? 0) << 8) | (posting[index + 1] ?? 0);
}

/** Writes the list of one bucket to `postings`, from `start`. Returns the position after it. */
export function writePlaces(places: readonly number[], postings: Uint8Array, start: number): number {
  if (places.length * 2 >= setBytes) {
    const set = postings.subarray(start, start + setBytes);
    for (const place of places) addPlace(set, place);
    return start + setBytes;
  }
  let end = start;
  for (const place of places) {
    postings[end] = place >>> 8;
    postings[end + 1] = place & 255;
    end += 2;
  }
  return end;
}

/** Returns the positions of the steps in one bucket of a segment. */
export function placesOf({ starts, postings }: Segment, bucket: number): readonly number[] {
  const view = new DataView(starts.buffer, starts.byteOffset + bucket * 4, 8);
  const [from, end] = [view.getUint32(0), view.getUint32(4)];
  if (end - from === setBytes) return listPlaces(postings.subarray(from, end));
  const places: number[] = [];
  for (let index = from; index < end; index += 2) places.push(readPlace(postings, index));
  return places;
}

export function intersect(sets: readonly PlaceSet[]): PlaceSet {
  return combine(sets, (one, other) => one & other);
}

export function unite(sets: readonly PlaceSet[]): PlaceSet {
  return combine(sets, (one, other) => one | other);
}

/** Combines sets. The empty set may also be an empty array. */
function combine(sets: readonly PlaceSet[], operate: (one: number, other: number) => number): PlaceSet {
  const [first = [], ...others] = sets;
  const all = new Uint8Array(setBytes);
  all.set(first);
  for (const set of others)
    for (let index = 0; index < setBytes; index += 1) all[index] = operate(all[index] ?? 0, set[index] ?? 0);
  return all;
}

export function listPlaces(set: PlaceSet): number[] {
  const places: number[] = [];
  for (let index = 0; index < set.length; index += 1) {
    const byte = set[index] ?? 0;
    for (let bit = 0; byte >>> bit > 0; bit += 1) if ((byte >>> bit) & 1) places.push(index * 8 + bit);
  }
  return places;
}
