/** A part of an answer that is JSON text already, in pieces. */
export class JsonText {
  readonly pieces: readonly string[];

  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }

  /** For who writes the answer with `JSON.stringify`, which takes no text. */
  toJSON(): unknown {
    return JSON.parse(this.pieces.join(""));
  }
}

/** JSON in pieces of text, and how many bytes it has in UTF-8. */
export interface WrittenJson {
  readonly pieces: readonly string[];
  readonly bytes: number;
}

/**
 * As `JSON.stringify` of a value made of JSON, but for the parts that are text already, which are taken as they are. Calls
 * `take` with the bytes that there are so far, so that it can stop by throwing.
 */
export function writeJson(value: unknown, take: (bytes: number) => void = () => {}): WrittenJson {
  const pieces: string[] = [];
  let bytes = 0;
  const add = (piece: string): void => {
    bytes += Buffer.byteLength(piece);
    take(bytes);
    pieces.push(piece);
  };
  writePieces(value, add, 0);
  return { pieces, bytes };
}

/** Below this depth, where payloads are, a value is one piece. */
const wholeDepth = 8;

function writePieces(value: unknown, add: (piece: string) => void, depth: number): void {
  if (typeof value !== "object" || value === null) return add(JSON.stringify(value) ?? "null");
  if (value instanceof JsonText) {
    for (const piece of value.pieces) add(piece);
    return;
  }
  if (depth >= wholeDepth) return add(JSON.stringify(value));
  const isList = Array.isArray(value);
  let start = isList ? "[" : "{";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    add(isList ? start : `${start}${JSON.stringify(key)}:`);
    writePieces(member, add, depth + 1);
    start = ",";
  }
  if (start !== ",") add(start);
  add(isList ? "]" : "}");
}
