import {
  encodeParts,
  type EncodedParts,
  isShared,
  type JsonParts,
  type RecordJson,
  writeParts,
} from "./shared-json.ts";

/** A larger piece of memory that holds texts. */
export interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many texts are in use. */
  live: number;
}

/** A text in UTF-8 in a piece of memory, where a comma follows it. */
export interface PlacedText {
  readonly piece: Piece;
  readonly start: number;
  /** Where the comma is. */
  readonly end: number;
  /** Present where the text is not in the piece but in parts, some of which other texts share; `start` is then 0. */
  readonly parts?: EncodedParts | undefined;
}

const PIECE_BYTES = 128 * 1024;
/** Larger ones get a piece of their own. */
const MOST_SHARED = PIECE_BYTES / 4;
/** How many pieces are kept for what comes next. */
const MOST_SPARE = 8;
const COMMA = 0x2c;
const NO_PIECE: Piece = { bytes: new Uint8Array(0), live: 0 };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Keeps texts that wait outside of the heap of the runtime, which copies what it keeps again and again, and grows by a multiple of
 * it. Memory is used anew as soon as it is released. Texts are as they are sent: what was placed in order is copied in one go.
 */
export class TextArena {
  readonly #spare: Piece[] = [];
  #open: Piece | undefined;
  #used = 0;
  /** Bytes of the shared parts of all texts that are in use. */
  sharedBytes = 0;

  place(text: RecordJson): PlacedText {
    if (typeof text !== "string") return this.#placeParts(text);
    // A character takes three bytes at most.
    const most = text.length * 3 + 1;
    if (most > MOST_SHARED) {
      const bytes = encoder.encode(`${text},`);
      return { piece: { bytes, live: 1 }, start: 0, end: bytes.length - 1 };
    }
    const piece = this.#pieceFor(most);
    const start = this.#used;
    const end = start + write(piece.bytes, text, start);
    piece.bytes[end] = COMMA;
    piece.live += 1;
    this.#used = end + 1;
    return { piece, start, end };
  }

  /** To be called once for each text; its memory is used for others. */
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
        // Another client may count it; then it is not counted twice.
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

  #pieceFor(most: number): Piece {
    const open = this.#open;
    if (open !== undefined && this.#used + most <= PIECE_BYTES) return open;
    if (open?.live === 0) this.#retire(open);
    this.#open = this.#spare.pop() ?? { bytes: allocate(PIECE_BYTES), live: 0 };
    this.#used = 0;
    return this.#open;
  }

  #retire(piece: Piece): void {
    const isReusable = piece.bytes.length === PIECE_BYTES;
    if (isReusable && this.#spare.length < MOST_SPARE) this.#spare.push(piece);
    else free(piece.bytes);
  }
}

/** Size of a reference to a shared part. */
const REFERENCE_BYTES = 16;

/** Memory that the text takes, in bytes, without its shared parts. */
export function ownBytes({ start, end, parts }: PlacedText): number {
  if (parts === undefined) return end - start;
  return parts.reduce((sum, part) => sum + (isShared(part) ? part.items.length * REFERENCE_BYTES : part.length), 0);
}

/** The text as it was placed. */
export function readPlaced({ piece, start, end, parts }: PlacedText): string {
  if (parts !== undefined) {
    const bytes = allocate(end);
    writeParts(bytes, parts, 0);
    return decoder.decode(bytes);
  }
  return decoder.decode(piece.bytes.subarray(start, end));
}

/** What comes first, all texts with a comma after each of them, and what comes last, which replaces `drop` bytes before it. */
export function joinPlaced(
  head: string,
  texts: readonly PlacedText[],
  { tail, drop }: { tail: string; drop: number },
): Uint8Array<ArrayBuffer> {
  const [first, last] = [encoder.encode(head), encoder.encode(tail)];
  const size = texts.reduce((sum, { start, end }) => sum + end + 1 - start, first.length + last.length - drop);
  const joined = allocate(size);
  joined.set(first);
  let at = first.length;
  for (let index = 0; index < texts.length; index += 1) {
    const { piece, start, parts } = texts[index]!; // the index is below the length, as below
    if (parts !== undefined) {
      at = writeParts(joined, parts, at);
      joined[at++] = COMMA;
      continue;
    }
    // What was placed one after another.
    while (texts[index + 1]?.piece === piece && texts[index + 1]?.start === texts[index]!.end + 1) index += 1;
    const end = texts[index]!.end + 1;
    joined.set(piece.bytes.subarray(start, end), at);
    at += end - start;
  }
  joined.set(last, at - drop);
  return joined;
}

/** Gives memory back that nobody uses any more, instead of when the collector finds it, which it seldom looks for. */
export function free({ buffer, byteLength }: Uint8Array<ArrayBuffer>): void {
  // Node shares a pool among small buffers.
  if (byteLength === buffer.byteLength && "transfer" in buffer && typeof buffer.transfer === "function")
    buffer.transfer(0);
}

/** Memory that is about to be written. */
function allocate(size: number): Uint8Array<ArrayBuffer> {
  return typeof Buffer === "undefined" ? new Uint8Array(size) : Buffer.allocUnsafeSlow(size);
}

/** Returns how many bytes it wrote. */
function write(bytes: Uint8Array<ArrayBuffer>, text: string, start: number): number {
  // Many times faster, where there is one.
  if (typeof Buffer !== "undefined" && bytes instanceof Buffer) return bytes.write(text, start);
  return encoder.encodeInto(text, bytes.subarray(start)).written;
}
