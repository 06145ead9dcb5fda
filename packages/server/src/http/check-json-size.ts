import { badInput } from "../records/errors.ts";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

const shortString = 24;

/**
 * Throws if JSON text is nested too deeply or has too many values. Checks the text before it is parsed, because parsed
 * values may need forty times the memory of the text. Very deep JSON is rejected although it can be parsed, because
 * serializing it would overflow the stack.
 */
export function checkJsonSize(
  bytes: Buffer,
  { maxJsonDepth, maxJsonNodes }: { readonly maxJsonDepth: number; readonly maxJsonNodes: number },
): void {
  let depth = 0;
  let nodes = 1;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index);
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      nodes += 1;
      if (depth > maxJsonDepth) throw badInput("body", `is nested deeper than ${maxJsonDepth} levels`, maxJsonDepth);
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
    } else if (byte === comma) {
      nodes += 1;
      if (nodes > maxJsonNodes) throw badInput("body", `contains more than ${maxJsonNodes} values`, maxJsonNodes);
    }
  }
}

function endOfString(bytes: Buffer, start: number): number {
  const shortEnd = Math.min(bytes.length, start + shortString);
  let index = start + 1;
  while (index < shortEnd) {
    const byte = bytes[index];
    if (byte === quote) return index;
    index += byte === backslash ? 2 : 1;
  }
  for (;;) {
    const end = bytes.indexOf(quote, index);
    if (end === -1) return bytes.length;
    let escapes = 0;
    while (end - escapes > index && bytes[end - escapes - 1] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
    index = end + 1;
  }
}
