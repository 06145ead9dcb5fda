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

/** As `JSON.stringify` of a value made of JSON, but for the parts that are text already, which are taken as they are. */
export function writeJson(value: unknown): string {
  const pieces: string[] = [];
  writePieces(value, pieces);
  return pieces.join("");
}

function writePieces(value: unknown, pieces: string[]): void {
  if (typeof value !== "object" || value === null) return void pieces.push(JSON.stringify(value) ?? "null");
  if (value instanceof JsonText) {
    for (const piece of value.pieces) pieces.push(piece);
    return;
  }
  const isList = Array.isArray(value);
  let start = isList ? "[" : "{";
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue;
    pieces.push(isList ? start : `${start}${JSON.stringify(key)}:`);
    writePieces(member, pieces);
    start = ",";
  }
  if (start !== ",") pieces.push(start);
  pieces.push(isList ? "]" : "}");
}
