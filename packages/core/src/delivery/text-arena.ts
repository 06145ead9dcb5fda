import {
  encodeParts,
  type EncodedParts,
  isShared,
  type JsonParts,
  type RecordJson,
  writeParts,
} from "./shared-json.ts";

export interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  live: number;
}

/** A UTF-8 text in a block of memory, followed by a comma. */
export interface PlacedText {
  readonly piece: Piece;
  readonly start: number;
  readonly end: number;
  /**
   * Set only for a text that shares JSON with other texts. Such a text is stored as these parts instead of in a block,
   * and its `start` is 0.
   */
  readonly parts?: EncodedParts | undefined;
}

const PIECE_BYTES = 128 * 1024;
/** Maximum size of a text in a shared block, in bytes. Larger texts get a block of their own. */
const MAX_SHARED_BYTES = PIECE_BYTES / 4;
const MAX_SPARE_PIECES = 8;
const COMMA = 0x2c;
const NO_PIECE: Piece = { bytes: new Uint8Array(0), live: 0 };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Memory for the JSON of pending records. It is outside the heap, because garbage collection would copy texts in the
 * heap repeatedly. Released memory is reused immediately.
 *
 * Each text is followed by a comma, so that adjacent texts of a request can be copied together.
 */
export class TextArena {
  readonly #spare: Piece[] = [];
  #open: Piece | undefined;
  #used = 0;
  /**
   * Total size of shared JSON in the texts that are not released yet, in bytes. JSON that is in several texts is
   * counted once.
   */
  sharedBytes = 0;

  place(text: RecordJson): PlacedText {
    if (typeof text !== "string") return this.#placeParts(text);
    // A character takes at most three bytes.
    const maxBytes = text.length * 3 + 1;
    if (maxBytes > MAX_SHARED_BYTES) {
      const bytes = encoder.encode(`${text},`);
      return { piece: { bytes, live: 1 }, start: 0, end: bytes.length - 1 };
    }
    const piece = this.#pieceFor(maxBytes);
    const start = this.#used;
    const end = start + write(piece.bytes, text, start);
    piece.bytes[end] = COMMA;
    piece.live += 1;
    this.#used = end + 1;
    return { piece, start, end };
  }

  /** Releases the memory of a text. Must be called once per text. */
  release({ piece, parts }: PlacedText): void {
    if (parts !== undefined) return this.#releaseParts(parts);
    piece.live -= 1;
    if (piece.live > 0) return;
    if (piece === this.#open) this.#used = 0;
    else this.#retire(piece);
  }

  #placeParts(texts: JsonParts): PlacedText {
    const parts = encodeParts(texts);
    for (const part of parts.filter(isShared)) {
      for (const item of part.items) {
        if (item.users === 0) {
          item.owner = this;
          this.sharedBytes += item.length;
        }
        // `users` counts the texts that contain this JSON, but only the texts of one arena: `owner`, which used the
        // JSON first.
        if (item.owner === this) item.users += 1;
      }
    }
    return { piece: NO_PIECE, start: 0, end: parts.reduce((sum, { length }) => sum + length, 0), parts };
  }

  #releaseParts(parts: EncodedParts): void {
    for (const part of parts.filter(isShared)) {
      for (const item of part.items) {
        if (item.owner !== this || item.users === 0) continue;
        item.users -= 1;
        if (item.users === 0) this.sharedBytes -= item.length;
      }
    }
  }

  #pieceFor(bytes: number): Piece {
    const open = this.#open;
    if (open !== undefined && this.#used + bytes <= PIECE_BYTES) return open;
    if (open?.live === 0) this.#retire(open);
    this.#open = this.#spare.pop() ?? { bytes: allocate(PIECE_BYTES), live: 0 };
    this.#used = 0;
    return this.#open;
  }

  #retire(piece: Piece): void {
    const isReusable = piece.bytes.length === PIECE_BYTES;
    if (isReusable && this.#spare.length < MAX_SPARE_PIECES) this.#spare.push(piece);
    else free(piece.bytes);
  }
}

const REFERENCE_BYTES = 16;

export function ownBytes({ start, end, parts }: PlacedText): number {
  if (parts === undefined) return end - start;
  return parts.reduce((sum, part) => sum + (isShared(part) ? part.items.length * REFERENCE_BYTES : part.length), 0);
}

export function readPlaced({ piece, start, end, parts }: PlacedText): string {
  if (parts !== undefined) {
    const bytes = allocate(end);
    writeParts(bytes, parts, 0);
    return decoder.decode(bytes);
  }
  return decoder.decode(piece.bytes.subarray(start, end));
}

/**
 * Copies `head`, all texts and `tail` into one buffer. A comma follows each text. `drop` is the number of bytes to
 * remove before `tail`: 1 removes the last comma.
 */
export function joinPlaced(
  head: string | Uint8Array<ArrayBuffer>,
  texts: readonly PlacedText[],
  { tail, drop }: { tail: string; drop: number },
): Uint8Array<ArrayBuffer> {
  const [first, last] = [typeof head === "string" ? encoder.encode(head) : head, encoder.encode(tail)];
  const size = texts.reduce((sum, { start, end }) => sum + end + 1 - start, first.length + last.length - drop);
  const joined = allocate(size);
  joined.set(first);
  let at = first.length;
  for (let index = 0; index < texts.length; index += 1) {
    const { piece, start, parts } = texts[index]!; // `index` is less than `texts.length`, also in the loop below
    if (parts !== undefined) {
      at = writeParts(joined, parts, at);
      joined[at++] = COMMA;
      continue;
    }
    // If the following texts are adjacent in the same block, the range is extended to the last of them, so that one
    // `set` copies them all.
    while (texts[index + 1]?.piece === piece && texts[index + 1]?.start === texts[index]!.end + 1) index += 1;
    const end = texts[index]!.end + 1;
    joined.set(piece.bytes.subarray(start, end), at);
    at += end - start;
  }
  joined.set(last, at - drop);
  return joined;
}

/** Frees memory immediately, because garbage collection may happen much later. */
export function free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  // Small buffers in Node share a pool, which must not be freed.
  if (byteLength === buffer.byteLength && "transfer" in buffer && typeof buffer.transfer === "function")
    buffer.transfer(0);
}

function allocate(size: number): Uint8Array<ArrayBuffer> {
  return typeof Buffer === "undefined" ? new Uint8Array(size) : Buffer.allocUnsafeSlow(size);
}

function write(bytes: Uint8Array<ArrayBuffer>, text: string, start: number): number {
  // `Buffer` is many times faster than `TextEncoder`.
  if (typeof Buffer !== "undefined" && bytes instanceof Buffer) return bytes.write(text, start);
  return encoder.encodeInto(text, bytes.subarray(start)).written;
}
