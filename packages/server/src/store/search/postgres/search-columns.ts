import type { Attribute } from "../flatten-attributes.ts";
import { isReplaced } from "../../comparable-text.ts";
import { addPlace, type PlaceSet, segmentSize } from "./search-segment.ts";

/**
 * Minimum number of steps in a segment that have a value at the same metadata path. With fewer, the path gets no
 * column.
 */
const minSteps = 16;
/** Maximum number of columns per segment. */
const maxColumns = 200;
/** Maximum number of metadata paths whose values are collected for a segment. Further paths get no column. */
const maxPaths = 1_000;
/** Maximum number of distinct texts in a column. For any other text, only its presence is stored. */
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
    for (const { path, kind, text } of attributes) {
      const column = this.columnOf(path);
      if (kind === "unsure" || isReplaced(text)) column?.addUnsure(place);
      else if (kind === "string") column?.addText(place, hashOf(text));
      else column?.addNumber(place, kind, Number(JSON.parse(text)));
    }
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

  /** Returns the column of a path, which is created if it is missing. Undefined if there are too many columns. */
  columnOf(path: string): ColumnBuilder | undefined {
    const known = this.#columns.get(path);
    if (known !== undefined || this.#columns.size === maxPaths) return known;
    const column = new ColumnBuilder();
    this.#columns.set(path, column);
    return column;
  }
}

/** Encodes a column: nine bytes for each distinct value, then the index of the value at each position. */
export class ColumnBuilder {
  readonly #places: number[] = [];
  readonly #codes: number[] = [];
  readonly #codesOf = kinds.map(() => new Map<number, number>());
  readonly #values: { readonly kind: number; readonly value: number }[] = [];

  get size(): number {
    return this.#places.length;
  }

  addUnsure(place: number): void {
    this.#set(place, codes.unsure);
  }

  addNumber(place: number, kind: "number" | "boolean", value: number): void {
    this.#set(place, this.#codeOf(kinds.indexOf(kind), value));
  }

  /** Adds a text by its hash. If the column already has {@link maxTexts} other texts, only its presence is stored. */
  addText(place: number, hash: number): void {
    const kind = kinds.indexOf("text");
    const texts = this.#codesOf[kind];
    const isKnown = texts?.has(hash) === true || (texts?.size ?? 0) < maxTexts;
    this.#set(place, isKnown ? this.#codeOf(kind, hash) : codes.anyText);
  }

  /** Adds the values of another column. `moved` has the new position of each of its steps, or null to leave it out. */
  addColumn(column: Uint8Array, moved: readonly (number | null)[]): void {
    const view = viewOf(column);
    const own: (number | undefined)[] = [codes.absent, codes.unsure, codes.anyText];
    const read = codesOf(column, moved.length);
    for (const [place, next] of moved.entries()) {
      const code = read[place] ?? codes.absent;
      if (next === null || code === codes.absent) continue;
      const known = own[code] ?? this.#codeOf(...readValue(view, code - codes.first));
      own[code] = known;
      this.#set(next, known);
    }
  }

  build(): Uint8Array {
    const width = widthOf(this.#values.length);
    const start = 2 + this.#values.length * 9;
    const bytes = new Uint8Array(start + (this.#places.reduce((most, place) => Math.max(most, place), 0) + 1) * width);
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

  #codeOf(kind: number, value: number): number {
    const known = this.#codesOf[kind]?.get(value);
    if (known !== undefined) return known;
    const code = codes.first + this.#values.length;
    this.#values.push({ kind, value });
    this.#codesOf[kind]?.set(value, code);
    return code;
  }
}

/** Returns the range of a path's column; undefined if the path has no column. */
export function findColumn(paths: string, path: string): readonly [from: number, length: number] | undefined {
  return placesOfColumns(paths).get(path);
}

/** Returns the range of each path's column. */
export function placesOfColumns(paths: string): ReadonlyMap<string, readonly [from: number, length: number]> {
  const known = JSON.parse(paths) as { readonly [path: string]: readonly [number, number] }; // written by `build`
  return new Map(Object.entries(known));
}

/** Returns the positions in a segment whose value in the column passes a test. */
export function placesWhere(column: Uint8Array, test: (value: ColumnValue) => boolean): PlaceSet {
  const view = viewOf(column);
  const passes = [
    test({ kind: "absent" }),
    test({ kind: "unsure" }),
    test({ kind: "text", hash: null }),
    ...Array.from({ length: view.getUint16(0) }, (_, index) => test(columnValueOf(...readValue(view, index)))),
  ];
  const set = new Uint8Array(segmentSize / 8);
  for (const [place, code] of codesOf(column, segmentSize).entries()) if (passes[code]) addPlace(set, place);
  return set;
}

function viewOf(column: Uint8Array): DataView {
  return new DataView(column.buffer, column.byteOffset, column.byteLength);
}

/** Returns the code of each of the first `count` positions in a column. */
function codesOf(column: Uint8Array, count: number): Uint16Array {
  const view = viewOf(column);
  const values = view.getUint16(0);
  const start = 2 + values * 9;
  const width = widthOf(values);
  // The column ends after the last position that has a value. At all later positions, the value is absent.
  const read = new Uint16Array(count).fill(codes.absent);
  const end = Math.min((column.byteLength - start) / width, count);
  for (let place = 0; place < end; place += 1) {
    read[place] = width === 1 ? view.getUint8(start + place) : view.getUint16(start + place * 2);
  }
  return read;
}

/** Number of bytes per position, depending on the number of distinct values. */
function widthOf(values: number): 1 | 2 {
  return values + codes.first <= 256 ? 1 : 2;
}

function readValue(view: DataView, index: number): [kind: number, value: number] {
  return [view.getUint8(2 + index * 9), view.getFloat64(3 + index * 9)];
}

function columnValueOf(code: number, value: number): ColumnValue {
  const kind = kinds[code] ?? "text";
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
