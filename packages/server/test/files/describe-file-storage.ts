import { describe, expect, onTestFinished, test } from "vitest";
import { FileTooLargeError } from "../../src/files/file-storage.ts";
import type { FileStorage } from "../../src/files/file-storage.ts";

/** Opens the storage under test. Each call returns a new object for the same files, so tests use different keys. */
export type OpenFileStorage = () => Promise<FileStorage>;

async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* torn(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("sec");
  throw new Error("torn");
}

const mebibyte = 2 ** 20;

/** Yields chunks of 300,000 bytes, with content derived from the offset. */
async function* large(total: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < total; at += 300_000) yield piece(at, Math.min(300_000, total - at));
}

/** Has a prime length, so that all parts of a large file are different. */
const pattern = Buffer.from(Array.from({ length: 65_521 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 24));

function piece(at: number, length: number): Uint8Array {
  const offset = at % pattern.length;
  const turns = Math.ceil((offset + length) / pattern.length);
  return Buffer.concat(Array.from({ length: turns }, () => pattern)).subarray(offset, offset + length);
}

async function textOf(stream: ReadableStream<Uint8Array> | null): Promise<string | null> {
  return stream && new Response(stream).text();
}

export function describeFileStorage(name: string, open: OpenFileStorage): void {
  let count = 0;
  const at = (): string => `p-${process.pid}-${Date.now()}/${(count += 1)}`;

  // oxlint-disable-next-line vitest/valid-title -- the caller names what it tests
  describe(name, () => {
    test("a stored file reads back whole and in part", async () => {
      const storage = await open();
      const key = at();
      expect(await storage.write(key, bytes("hello ", "world"), { maxBytes: 11 })).toBe(11);
      expect(await storage.stat(key)).toEqual({ size: 11 });
      expect(await textOf(await storage.read(key))).toBe("hello world");
      expect(await textOf(await storage.read(key, { start: 6, end: 8 }))).toBe("wor");
      expect(await textOf(await (await open()).read(key))).toBe("hello world");
    });

    test("an empty file can be written and read", async () => {
      const storage = await open();
      const key = at();
      expect(await storage.write(key, bytes(), { maxBytes: 5 })).toBe(0);
      expect(await storage.stat(key)).toEqual({ size: 0 });
      expect(await textOf(await storage.read(key))).toBe("");
    });

    test("an unknown key reads as null", async () => {
      const storage = await open();
      const key = at();
      expect(await storage.read(key)).toBeNull();
      expect(await storage.read(key, { start: 0, end: 3 })).toBeNull();
      expect(await storage.stat(key)).toBeNull();
      expect(await storage.delete(key)).toBe(false);
    });

    test("a deleted file is gone", async () => {
      const storage = await open();
      const key = at();
      await storage.write(key, bytes("x"), { maxBytes: 10 });
      expect(await storage.delete(key)).toBe(true);
      expect(await storage.stat(key)).toBeNull();
      expect(await storage.read(key)).toBeNull();
    });

    test("a file that is too large is not stored", async () => {
      const storage = await open();
      const key = at();
      await expect(storage.write(key, bytes("12345", "6"), { maxBytes: 5 })).rejects.toThrow(FileTooLargeError);
      expect(await storage.stat(key)).toBeNull();
    });

    test("a failed upload keeps the earlier file, and a complete one replaces it", async () => {
      const storage = await open();
      const key = at();
      await storage.write(key, bytes("first"), { maxBytes: 10 });
      await expect(storage.write(key, torn(), { maxBytes: 10 })).rejects.toThrow("torn");
      expect(await textOf(await storage.read(key))).toBe("first");
      await storage.write(key, bytes("second"), { maxBytes: 10 });
      expect(await textOf(await storage.read(key))).toBe("second");
    });

    test("a large file is returned unchanged, and an aborted one leaves nothing", async () => {
      const storage = await open();
      const key = at();
      const total = 17 * mebibyte + 7;
      expect(await storage.write(key, large(total), { maxBytes: total })).toBe(total);
      let position = 0;
      for await (const chunk of (await storage.read(key)) ?? []) {
        expect(Buffer.compare(chunk, piece(position, chunk.byteLength))).toBe(0);
        position += chunk.byteLength;
      }
      expect(position).toBe(total);
      const end = await storage.read(key, { start: 8 * mebibyte - 3, end: 8 * mebibyte + 4 });
      expect(Buffer.from(await new Response(end).arrayBuffer())).toEqual(piece(8 * mebibyte - 3, 8));

      const other = at();
      await expect(storage.write(other, large(total), { maxBytes: total - 1 })).rejects.toThrow(FileTooLargeError);
      expect(await storage.stat(other)).toBeNull();
    });

    test("keys cannot reach files of others", async () => {
      const storage = await open();
      const own = at();
      await storage.write(own, bytes("own"), { maxBytes: 10 });
      const keys = [
        `../${own}`,
        `x/../${own}`,
        `x/..%2f${own}`,
        `x/%2e%2e/${own}`,
        `./${own}`,
        `/${own}`,
        `${own}/`,
        `${own}?versionId=1`,
        `${own}#x`,
        `${own}%00`,
        `${own}\0`,
        `${own} `,
        own.replace("/", "\\"),
        own.replace("/", "//"),
        "..",
        ".",
        "",
        "\u2024\u2024/x",
        `${own}&X-Amz-Expires=9`,
        "k".repeat(4096),
      ];
      onTestFinished(async () => {
        for (const key of keys) await storage.delete(key);
      });
      for (const [index, key] of keys.entries()) await storage.write(key, bytes(String(index)), { maxBytes: 10 });
      for (const [index, key] of keys.entries()) expect(await textOf(await storage.read(key))).toBe(String(index));
      expect(await textOf(await storage.read(own))).toBe("own");
    });
  });
}
