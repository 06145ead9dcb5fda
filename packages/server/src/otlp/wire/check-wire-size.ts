import { badInput } from "../../records/errors.ts";

export type Signal = "traces" | "logs" | "metrics";

/**
 * Nested messages in one kind of message: for each field that contains messages, its number and the kind of these
 * messages. For example, `{ 1: "pair" }` means that field 1 contains messages of the kind `pair`.
 */
type Layout = Readonly<Record<number, string>>;

const layouts: Readonly<Record<string, Layout>> = {
  request: { 1: "ofResource" },
  ofResource: { 1: "resource", 2: "ofScope" },
  resource: { 1: "pair" },
  ofScope: { 1: "scope", 2: "item" },
  scope: { 3: "pair" },
  event: { 3: "pair" },
  link: { 4: "pair" },
  points: { 1: "leaf" },
  pair: { 2: "value" },
  value: { 5: "list", 6: "pairs" },
  list: { 1: "value" },
  pairs: { 1: "pair" },
  leaf: {},
};

const items: Readonly<Record<Signal, Layout>> = {
  traces: { 9: "pair", 11: "event", 13: "link", 15: "leaf" },
  logs: { 5: "value", 6: "pair" },
  metrics: { 5: "points", 7: "points", 9: "points", 10: "points", 11: "points" },
};

/**
 * Throws if a protobuf body has too many fields or nests them too deeply. The body is checked before it is decoded,
 * because an empty message takes two bytes in the body but a hundred in memory.
 */
export function checkWireSize(
  bytes: Uint8Array,
  signal: Signal,
  { maxJsonDepth, maxJsonNodes }: { readonly maxJsonDepth: number; readonly maxJsonNodes: number },
): void {
  const ends: number[] = [bytes.length];
  const open: Layout[] = [layouts["request"] ?? {}];
  const reader = new FieldReader(bytes);
  let nodes = 0;
  while (reader.index < bytes.length) {
    while (ends.length > 1 && reader.index >= (ends.at(-1) ?? 0)) {
      ends.pop();
      open.pop();
    }
    // The check ends at a malformed field, because the decoder will report the field.
    if (!reader.read(ends.at(-1) ?? 0)) return;
    nodes += 1;
    if (nodes > maxJsonNodes) throw badInput("body", `contains more than ${maxJsonNodes} values`, maxJsonNodes);
    const kind = reader.isDelimited ? open.at(-1)?.[reader.number] : undefined;
    if (kind === undefined) {
      reader.index = reader.end;
      continue;
    }
    if (open.length > maxJsonDepth) {
      throw badInput("body", `is nested deeper than ${maxJsonDepth} levels`, maxJsonDepth);
    }
    ends.push(reader.end);
    open.push(kind === "item" ? items[signal] : (layouts[kind] ?? {}));
  }
}

/**
 * Reads the field headers of a protobuf message one after the other. One reader is used for a whole body, because a
 * body can have a million fields.
 */
class FieldReader {
  readonly #bytes: Uint8Array;
  #value = 0;
  /** Position in the bytes of the message. After {@link read}, the content of the field starts here. */
  index = 0;
  number = 0;
  end = 0;
  isDelimited = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Reads the header of the next field. Returns false if it is invalid. */
  read(limit: number): boolean {
    if (!this.#readVarint(limit) || this.#value < 8) return false;
    const type = this.#value % 8;
    this.number = Math.floor(this.#value / 8);
    this.isDelimited = type === 2;
    switch (type) {
      case 0: {
        const start = this.index;
        if (!this.#readVarint(limit)) return false;
        [this.end, this.index] = [this.index, start];
        return true;
      }
      case 1:
        this.end = this.index + 8;
        return this.end <= limit;
      case 5:
        this.end = this.index + 4;
        return this.end <= limit;
      case 2:
        if (!this.#readVarint(limit)) return false;
        this.end = this.index + this.#value;
        return this.end <= limit;
      default:
        return false;
    }
  }

  #readVarint(limit: number): boolean {
    const bytes = this.#bytes;
    let value = 0;
    let factor = 1;
    for (let index = this.index; index < Math.min(this.index + 10, limit); index += 1) {
      const byte = bytes[index] ?? 0;
      // Ignores all bytes after the fifth. The first five have 35 bits, enough for every length within a body.
      if (index - this.index < 5) value += (byte & 0x7f) * factor;
      factor *= 128;
      if (byte < 0x80) {
        this.#value = value;
        this.index = index + 1;
        return true;
      }
    }
    return false;
  }
}
