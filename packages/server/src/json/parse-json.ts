import type { JsonObject, JsonValue } from "./json-value.ts";

/**
 * Like `JSON.parse`, but without a bug of V8 (nodejs/node#63785, seen from V8 13.6 to 14.6). V8 may confuse a key that
 * contains an escape with a key of an earlier object. For example, it may read the key `"\n"` as `"\\"`. Texts with
 * such keys are parsed again by our own parser. Throws like `JSON.parse`.
 */
export function parseJson(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  // JSON.parse has validated the whole text.
  return hasEscapedKey(text) ? new Reader(text).read() : value;
}

/** Whether any key in JSON text contains an escape. Runs in linear time. */
function hasEscapedKey(text: string): boolean {
  let escape = text.indexOf("\\");
  while (escape !== -1) {
    const end = endOfString(text, escape);
    if (text.charCodeAt(skipSpace(text, end)) === colon) return true;
    escape = text.indexOf("\\", end);
  }
  return false;
}

const colon = 0x3a;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/**
 * Returns the index after the closing quote of a string. `index` must be inside the string. The character at `index`
 * must not be escaped by a backslash before it.
 */
function endOfString(text: string, index: number): number {
  let from = index;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return text.length;
    let escapes = 0;
    while (quote - escapes > from && text[quote - escapes - 1] === "\\") escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

function skipSpace(text: string, index: number): number {
  let next = index;
  while (" \t\n\r".includes(text.charAt(next)) && next < text.length) next += 1;
  return next;
}

class Reader {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonValue {
    switch (this.#next()) {
      case "{":
        return this.#readObject();
      case "[":
        return this.#readList();
      case '"':
        return this.#readString();
      default: {
        const start = this.#index;
        while (!/^[\s,\]}]?$/.test(this.#text.charAt(this.#index))) this.#index += 1;
        return JSON.parse(this.#text.slice(start, this.#index)) as JsonValue;
      }
    }
  }

  #next(): string {
    this.#index = skipSpace(this.#text, this.#index);
    return this.#text.charAt(this.#index);
  }

  #readString(): string {
    const start = this.#index;
    this.#index = endOfString(this.#text, start + 1);
    // The skipped text is a string, which contains no keys, so `JSON.parse` reads it correctly.
    return JSON.parse(this.#text.slice(start, this.#index)) as string;
  }

  #readObject(): JsonObject {
    const target: Record<string, JsonValue> = {};
    while (!this.#ends(closeBrace)) {
      this.#next();
      const key = this.#readString();
      this.#next();
      this.#index += 1;
      // An assignment to `__proto__` would change the prototype.
      Object.defineProperty(target, key, { value: this.read(), configurable: true, enumerable: true, writable: true });
    }
    return target;
  }

  #readList(): JsonValue[] {
    const target: JsonValue[] = [];
    while (!this.#ends(closeBracket)) target.push(this.read());
    return target;
  }

  /**
   * Skips the opening bracket, or the separator before the next value. At the end of the list or object, also skips the
   * closing bracket, and returns true.
   */
  #ends(close: number): boolean {
    if (this.#next().charCodeAt(0) === close) {
      this.#index += 1;
      return true;
    }
    this.#index += 1;
    if (this.#next().charCodeAt(0) !== close) return false;
    this.#index += 1;
    return true;
  }
}
