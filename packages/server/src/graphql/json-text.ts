/** Part of a response that is already JSON text, in pieces. */
export class JsonText {
  readonly pieces: readonly string[];

  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }

  /** Parses the text for `JSON.stringify`, which cannot insert text unchanged. */
  toJSON(): unknown {
    return JSON.parse(this.pieces.join(""));
  }
}

/**
 * Maximum depth at which {@link JsonWriter} writes the members of an object or list one by one. It writes deeper
 * values, such as parts of a payload, with one call of `JSON.stringify`.
 */
const wholeDepth = 8;

interface Frame {
  readonly kind: "list" | "object" | "text";
  readonly members: readonly unknown[];
  readonly keys: readonly string[];
  next: number;
  start: string;
}

/**
 * Writes a JSON value in several steps, with the same result as `JSON.stringify`. Parts that are already JSON text are
 * copied. Calls `take` with the number of bytes written so far. If the response gets too large, `take` can stop the
 * writer by throwing.
 */
export class JsonWriter {
  readonly pieces: string[] = [];
  readonly #take: (bytes: number) => void;
  readonly #frames: Frame[] = [];
  #bytes = 0;

  constructor(value: unknown, take: (bytes: number) => void = () => {}) {
    this.#take = take;
    this.#write(value);
  }

  /** Length of the text so far, in UTF-8 bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes about the given number of bytes. Returns false when everything is written. */
  next(maxBytes: number): boolean {
    const end = this.#bytes + maxBytes;
    for (let frame; (frame = this.#frames.at(-1)) !== undefined;) {
      if (this.#bytes >= end) return true;
      this.#writeMember(frame);
    }
    return false;
  }

  #writeMember(frame: Frame): void {
    const index = frame.next;
    frame.next += 1;
    if (index >= frame.members.length) {
      this.#frames.pop();
      if (frame.kind === "text") return;
      if (frame.start !== ",") this.#add(frame.start);
      return this.#add(frame.kind === "list" ? "]" : "}");
    }
    const member = frame.members[index];
    if (frame.kind === "text") return this.#add(member as string); // the pieces of a `JsonText` are strings
    if (frame.kind === "object") {
      if (member === undefined) return;
      this.#add(`${frame.start}${JSON.stringify(frame.keys[index])}:`);
    } else {
      this.#add(frame.start);
    }
    frame.start = ",";
    this.#write(member);
  }

  #write(value: unknown): void {
    if (typeof value !== "object" || value === null) return this.#add(JSON.stringify(value) ?? "null");
    if (value instanceof JsonText) return this.#open("text", value.pieces);
    if (this.#frames.length >= wholeDepth) return this.#add(JSON.stringify(value));
    if (Array.isArray(value)) return this.#open("list", value);
    this.#open("object", Object.values(value), Object.keys(value));
  }

  #open(kind: Frame["kind"], members: readonly unknown[], keys: readonly string[] = []): void {
    this.#frames.push({ kind, members, keys, next: 0, start: kind === "list" ? "[" : "{" });
  }

  #add(piece: string): void {
    this.#bytes += Buffer.byteLength(piece);
    this.#take(this.#bytes);
    this.pieces.push(piece);
  }
}

export interface WrittenJson {
  readonly pieces: readonly string[];
  readonly bytes: number;
}

export function writeJson(value: unknown, take?: (bytes: number) => void): WrittenJson {
  const writer = new JsonWriter(value, take);
  writer.next(Number.POSITIVE_INFINITY);
  return writer;
}
