import { createReadStream, type ReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { JsonValue } from "../../json/json-value.ts";
import { parseJson } from "../../json/parse-json.ts";
import { CommandError } from "../command-error.ts";

const maxValueBytes = 64 * 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);
const separators = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c]);

/**
 * Reads the JSON objects in a file: one per line, concatenated, or in a list. Only one object is in memory at a time.
 * Files with the extension `.gz` are decompressed.
 */
export async function* readJsonFile(path: string): AsyncGenerator<JsonValue> {
  const file = createReadStream(path);
  const input = path.endsWith(".gz") ? decompress(file, path) : file;
  try {
    yield* readJsonValues(input, path);
  } finally {
    file.destroy();
  }
}

async function* decompress(file: ReadStream, path: string): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  try {
    for await (const chunk of file.pipe(gunzip)) yield chunk as Uint8Array;
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw error;
    throw new CommandError(`${path} is not a valid gzip file: ${message}.`);
  }
}

/** Reads the objects in a stream of JSON text. `name` is used in error messages. */
export async function* readJsonValues(input: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<JsonValue> {
  const splitter = new ValueSplitter(name);
  let count = 0;
  for await (const chunk of input) {
    for (const bytes of splitter.split(chunk)) {
      count += 1;
      yield parse(bytes, count);
    }
    if (splitter.pendingBytes > maxValueBytes)
      throw new CommandError(
        `${name}: record ${count + 1} is larger than ${maxValueBytes} bytes. Shorten or remove it.`,
      );
  }
  if (splitter.pendingBytes > 0)
    throw new CommandError(`${name} ends within record ${count + 1}. The file may be incomplete; export it again.`);

  function parse(bytes: Uint8Array, number: number): JsonValue {
    try {
      return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
    } catch (error) {
      throw new CommandError(`${name}, record ${number}: ${(error as Error).message}`);
    }
  }
}

class ValueSplitter {
  #parts: Uint8Array[] = [];
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #isStart = true;
  pendingBytes = 0;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  *split(chunk: Uint8Array): Generator<Uint8Array> {
    let start = this.#depth > 0 ? 0 : -1;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.#inText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#inText = false;
      } else if (this.#depth === 0) {
        if (separators.has(byte)) continue;
        const isOuterList = byte === 0x5b && this.#isStart;
        // Skips the bytes of a byte order mark (0xEF 0xBB 0xBF), and the brackets of a list around all values.
        if (isOuterList || byte === 0x5d || (this.#isStart && byte >= 0xbb)) {
          if (isOuterList) this.#isStart = false;
          continue;
        }
        this.#isStart = false;
        if (!openers.has(byte)) {
          throw new CommandError(`${this.#name} is not valid: expected JSON objects, one per line or in a list.`);
        }
        this.#depth = 1;
        start = index;
      } else if (byte === quote) {
        this.#inText = true;
      } else if (openers.has(byte)) {
        this.#depth += 1;
      } else if (closers.has(byte)) {
        this.#depth -= 1;
        if (this.#depth === 0) {
          this.#parts.push(chunk.subarray(start, index + 1));
          yield this.#take();
          start = -1;
        }
      }
    }
    if (start !== -1) {
      const rest = chunk.slice(start);
      this.#parts.push(rest);
      this.pendingBytes += rest.byteLength;
    }
  }

  #take(): Uint8Array {
    const [first] = this.#parts;
    const value = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts);
    this.#parts = [];
    this.pendingBytes = 0;
    return value;
  }
}
