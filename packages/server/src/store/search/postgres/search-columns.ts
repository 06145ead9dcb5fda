import type { Attribute } from "../flatten-attributes.ts";
import { isReplaced } from "../../comparable-text.ts";
import { type PlaceSet, segmentSize } from "./search-segment.ts";

/**
 * Minimum number of steps in a segment that have a value at the same metadata path. With fewer, the path gets no
 * column.
 */
const minSteps = 16;
/** Maximum number of columns per segment. */
const maxColumns = 200;
/** Maximum number of metadata paths whose values are collected for a segment. Further paths get no column. */
const maxPaths = 1_000;
/** Maximum number of distinct texts in a column. For further texts, it only stores that a step has a text. */
const maxTexts = 1_024;

/**
 * Value of a step in the column of a metadata path. Texts are stored as hashes; null for a text beyond the first
 * {@link maxTexts}.
 */
export type ColumnValue =
  | { readonly kind: "absent" }
  | { readonly kind: "unsure" }
  | { readonly kind: "number" | "boolean"; readonly text: string }
  | { readonly kind: "text"; readonly hash: number | null };

const codes = { absent: 0, unsure: 1, anyText: 2, first: 3 } as const;
const kinds = ["number", "boolean", "text"] as const;
const kindOfAttribute = { number: 0, boolean: 1, string: 2 } as const;

/**
 * Columns of an index segment. A column contains the values of the segment's steps at one frequent metadata path, so
 * that these values can be tested without reading the steps.
 */
export interface Columns {
  /** JSON object with the `[from, length]` of each path's column in `columns`. */
  readonly paths: string;
  readonly columns: Uint8Array;
}

export class ColumnsBuilder {
  readonly #columns = new Map<string, ColumnBuilder>();
  readonly #odd: number[] = [];

  add(place: number, attributes: readonly Attribute[] | null): void {
    if (attributes === null) return void this.#odd.push(place);
    for (const attribute of attributes) this.#columnOf(attribute.path)?.add(place, attribute);
  }

  build(): Columns {
    const chosen = [...this.#columns]
      .filter(([, column]) => column.size >= minSteps)
      .toSorted(([, one], [, other]) => other.size - one.size)
      .slice(0, maxColumns);
    const paths = new Map<string, readonly [from: number, length: number]>();
    const pieces: Uint8Array[] = [];
    let from = 0;
    for (const [path, column] of chosen) {
      for (const place of this.#odd) column.addUnsure(place);
      const piece = column.build();
      paths.set(path, [from, piece.length]);
      pieces.push(piece);
      from += piece.length;
    }
    return { paths: JSON.stringify(Object.fromEntries(paths)), columns: Buffer.concat(pieces) };
  }

  #columnOf(path: string): ColumnBuilder | undefined {
    const known = this.#columns.get(path);
    if (known !== undefined || this.#columns.size === maxPaths) return known;
    const column = new ColumnBuilder();
    this.#columns.set(path, column);
    return column;
  }
}

/** Encodes a column: nine bytes for each distinct value, then the index of the value at each position. */
class ColumnBuilder {
  readonly #places: number[] = [];
  readonly #codes: number[] = [];
  readonly #codesOf = kinds.map(() => new Map<string, number>());
  readonly #values: { readonly kind: number; readonly value: number }[] = [];

  get size(): number {
    return this.#places.length;
  }

  add(place: number, { kind, text }: Attribute): void {
    this.#set(place, kind === "unsure" || isReplaced(text) ? codes.unsure : this.#codeOf(kindOfAttribute[kind], text));
  }

  addUnsure(place: number): void {
    this.#set(place, codes.unsure);
  }

  build(): Uint8Array {
    const width = widthOf(this.#values.length);
    const start = 2 + this.#values.length * 9;
    const bytes = new Uint8Array(start + (Math.max(...this.#places) + 1) * width);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, this.#values.length);
    for (const [index, { kind, value }] of this.#values.entries()) {
      bytes[2 + index * 9] = kind;
      view.setFloat64(3 + index * 9, value);
    }
    for (const [index, place] of this.#places.entries()) {
      const code = this.#codes[index] ?? codes.unsure;
      if (width === 1) bytes[start + place] = code;
      else view.setUint16(start + place * 2, code);
    }
    return bytes;
  }

  #set(place: number, code: number): void {
    this.#places.push(place);
    this.#codes.push(code);
  }

  #codeOf(kind: number, text: string): number {
    const known = this.#codesOf[kind]?.get(text);
    if (known !== undefined) return known;
    const isText = kinds[kind] === "text";
    const texts = this.#codesOf[kindOfAttribute.string]?.size ?? 0;
    if (isText && texts >= maxTexts) return codes.anyText;
    const code = codes.first + this.#values.length;
    this.#values.push({ kind, value: isText ? hashOf(text) : Number(JSON.parse(text)) });
    this.#codesOf[kind]?.set(text, code);
    return code;
  }
}

/** Returns the range of a path's column; undefined if the path has no column. */
export function findColumn(paths: string, path: string): readonly [from: number, length: number] | undefined {
  const known = JSON.parse(paths) as { readonly [path: string]: readonly [number, number] }; // written by `build`
  return Object.hasOwn(known, path) ? known[path] : undefined;
}

export function placesWhere(column: Uint8Array, test: (value: ColumnValue) => boolean): PlaceSet {
  const view = new DataView(column.buffer, column.byteOffset, column.byteLength);
  const values = view.getUint16(0);
  const passes = [
    test({ kind: "absent" }),
    test({ kind: "unsure" }),
    test({ kind: "text", hash: null }),
    ...Array.from({ length: values }, (_, index) => test(readValue(view, index))),
  ];
  const start = 2 + values * 9;
  const width = widthOf(values);
  const set = new Uint8Array(segmentSize / 8);
  // The column ends after the last position that has a value. At all later positions, the value is absent.
  const end = (column.byteLength - start) / width;
  for (let place = 0; place < segmentSize; place += 1) {
    const at = start + place * width;
    const code = place >= end ? codes.absent : width === 1 ? view.getUint8(at) : view.getUint16(at);
    if (passes[code]) set[place >>> 3] = (set[place >>> 3] ?? 0) | (1 << (place & 7));
  }
  return set;
}

/** Number of bytes per position, depending on the number of distinct values. */
function widthOf(values: number): 1 | 2 {
  return values + codes.first <= 256 ? 1 : 2;
}

function readValue(view: DataView, index: number): ColumnValue {
  const kind = kinds[view.getUint8(2 + index * 9)] ?? "text";
  const value = view.getFloat64(3 + index * 9);
  if (kind === "text") return { kind, hash: value };
  return { kind, text: kind === "boolean" ? String(value === 1) : JSON.stringify(value) };
}

/**
 * Returns a 52-bit hash of a text, from two chained FNV-1a hashes. Not cryptographic: short texts can be guessed from
 * it.
 */
export function hashOf(text: string): number {
  let [low, high] = [0x81_1c_9d_c5, 0x5b_d1_e9_95];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01_00_01_93);
    high = Math.imul(high ^ code ^ (low >>> 15), 0x01_00_01_93);
  }
  return (high >>> 0) * 2 ** 20 + ((low ^ (low >>> 16)) & 0xf_ff_ff);
}
