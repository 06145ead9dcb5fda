import type { JsonValue } from "../json/json-value.ts";
import { lookup } from "./lookup.ts";

const words: ReadonlyMap<string, JsonValue> = lookup<JsonValue>({ None: null, True: true, False: false });
const escapes: ReadonlyMap<string, string> = lookup<string>({ n: "\n", t: "\t", r: "\r" });

/** Parses a Python `repr` of dictionaries, lists, strings and numbers; undefined for other texts. */
export function parsePythonValue(text: string): JsonValue | undefined {
  const reader = new Reader(text);
  try {
    return reader.readAll();
  } catch {
    return undefined;
  }
}

class Reader {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): JsonValue {
    const value = this.#read();
    if (this.#peek() !== "") throw new SyntaxError("unexpected text after the value");
    return value;
  }

  #peek(): string {
    while (/\s/u.test(this.#text.charAt(this.#index))) this.#index += 1;
    return this.#text.charAt(this.#index);
  }

  #take(expected: string): boolean {
    if (this.#peek() !== expected) return false;
    this.#index += 1;
    return true;
  }

  #read(): JsonValue {
    const start = this.#peek();
    if (start === "{") return this.#readObject();
    if (start === "[") return this.#readList("[", "]");
    if (start === "(") return this.#readList("(", ")");
    if (start === "'" || start === '"') return this.#readString(start);
    const [word = ""] = /^[\w.+-]+/u.exec(this.#text.slice(this.#index, this.#index + 40)) ?? [];
    this.#index += word.length;
    if (words.has(word)) return words.get(word) ?? null;
    const number = word === "" ? Number.NaN : Number(word);
    if (!Number.isFinite(number)) throw new SyntaxError("not a value");
    return number;
  }

  #readObject(): JsonValue {
    const entries: [string, JsonValue][] = [];
    this.#take("{");
    while (!this.#take("}")) {
      const key = this.#read();
      if (!this.#take(":")) throw new SyntaxError("a key without a value");
      entries.push([String(key), this.#read()]);
      if (!this.#take(",") && this.#peek() !== "}") throw new SyntaxError("an unclosed object");
    }
    return Object.fromEntries(entries);
  }

  #readList(open: string, close: string): JsonValue {
    const list: JsonValue[] = [];
    this.#take(open);
    while (!this.#take(close)) {
      list.push(this.#read());
      if (!this.#take(",") && this.#peek() !== close) throw new SyntaxError("an unclosed list");
    }
    return list;
  }

  #readEscape(): string {
    const rest = this.#text.slice(this.#index, this.#index + 9);
    const [sequence, ...codes] = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/u.exec(rest) ?? [];
    const code = Number.parseInt(codes.find((each) => each !== undefined) ?? "", 16);
    if (sequence !== undefined && code <= 0x10_ff_ff) {
      this.#index += sequence.length;
      return String.fromCodePoint(code);
    }
    this.#index += 1;
    const escaped = rest.charAt(0);
    return escapes.get(escaped) ?? escaped;
  }

  #readString(quote: string): string {
    this.#index += 1;
    let value = "";
    for (;;) {
      const char = this.#text.charAt(this.#index);
      if (char === "") throw new SyntaxError("an unclosed string");
      this.#index += 1;
      if (char === quote) return value;
      if (char === "\\") {
        value += this.#readEscape();
      } else {
        value += char;
      }
    }
  }
}
