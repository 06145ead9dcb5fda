import { byteLength } from "./byte-length.ts";

/** JSON that several records share. */
export interface SharedJson {
  /** Undefined once `bytes` is set. */
  text: string | undefined;
  /** UTF-8 of the text. Set at the first use. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** UTF-8 length, in bytes. */
  readonly length: number;
  /**
   * The `TextArena` that counts this JSON in its `sharedBytes`. Each client has its own arena. JSON that several
   * clients use is counted only by the first of them.
   */
  owner: object | undefined;
  users: number;
}

export interface SharedItems {
  readonly items: readonly SharedJson[];
  /** UTF-8 length, in bytes. */
  readonly length: number;
}

export type JsonParts = readonly (string | SharedItems)[];

export type RecordJson = string | JsonParts;

export type EncodedParts = readonly (Uint8Array<ArrayBuffer> | SharedItems)[];

const COMMA = 0x2c;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function toShared(text: string): SharedJson {
  return { text, bytes: undefined, length: byteLength(text), owner: undefined, users: 0 };
}

export function toSharedItems(items: readonly SharedJson[]): SharedItems {
  return { items, length: items.reduce((sum, { length }) => sum + length, items.length - 1) };
}

export function joinParts(...given: JsonParts[]): JsonParts {
  const joined: (string | SharedItems)[] = [];
  for (const part of given.flat()) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

export function encodeParts(parts: JsonParts): EncodedParts {
  return parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
}

export function writeParts(target: Uint8Array<ArrayBuffer>, parts: EncodedParts, start: number): number {
  let at = start;
  for (const part of parts) {
    if (isShared(part)) {
      at = writeItems(target, part, at);
    } else {
      target.set(part, at);
      at += part.length;
    }
  }
  return at;
}

export function textOf(json: RecordJson): string {
  if (typeof json === "string") return json;
  const parts = encodeParts(json);
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  writeParts(bytes, parts, 0);
  return decoder.decode(bytes);
}

export function isShared(part: Uint8Array<ArrayBuffer> | SharedItems): part is SharedItems {
  return "items" in part;
}

function writeItems(target: Uint8Array<ArrayBuffer>, { items }: SharedItems, start: number): number {
  let at = start;
  for (const item of items) {
    if (at > start) target[at++] = COMMA;
    target.set(bytesOf(item), at);
    at += item.length;
  }
  return at;
}

function bytesOf(shared: SharedJson): Uint8Array<ArrayBuffer> {
  if (shared.bytes !== undefined) return shared.bytes;
  shared.bytes = encoder.encode(shared.text);
  shared.text = undefined;
  return shared.bytes;
}
