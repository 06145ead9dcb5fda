import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDiskFileStorage } from "./disk-file-storage.ts";
import { FileTooLargeError } from "./file-storage.ts";
import type { FileStorage } from "./file-storage.ts";

let parent: string;
let storage: FileStorage;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "threadline-files-"));
  storage = await openDiskFileStorage(join(parent, "files"));
});

afterEach(() => rm(parent, { recursive: true }));

async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* torn(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("sec");
  throw new Error("torn");
}

async function read(key: string, range?: { start: number; end: number }): Promise<string> {
  return new Response(await storage.read(key, range)).text();
}

test("a stored file reads back whole and in part", async () => {
  expect(await storage.write("p/1", bytes("hello ", "world"), { maxBytes: 11 })).toBe(11);
  expect(await storage.stat("p/1")).toEqual({ size: 11 });
  expect(await read("p/1")).toBe("hello world");
  expect(await read("p/1", { start: 6, end: 8 })).toBe("wor");
});

test("a file survives reopening the folder", async () => {
  await storage.write("p/1", bytes("kept"), { maxBytes: 10 });
  storage = await openDiskFileStorage(join(parent, "files"));
  expect(await read("p/1")).toBe("kept");
});

test("an unknown key reads as null", async () => {
  expect(await storage.read("p/none")).toBeNull();
  expect(await storage.stat("p/none")).toBeNull();
  expect(await storage.delete("p/none")).toBe(false);
});

test("a deleted file is gone", async () => {
  await storage.write("p/1", bytes("x"), { maxBytes: 10 });
  expect(await storage.delete("p/1")).toBe(true);
  expect(await storage.stat("p/1")).toBeNull();
});

test("a file that is too large is not stored", async () => {
  await expect(storage.write("p/1", bytes("12345", "6"), { maxBytes: 5 })).rejects.toThrow(FileTooLargeError);
  expect(await storage.stat("p/1")).toBeNull();
  expect(await readdir(join(parent, "files", "incoming"))).toEqual([]);
});

test("a failed upload keeps the earlier file", async () => {
  await storage.write("p/1", bytes("first"), { maxBytes: 10 });
  await expect(storage.write("p/1", torn(), { maxBytes: 10 })).rejects.toThrow("torn");
  expect(await read("p/1")).toBe("first");
  expect(await readdir(join(parent, "files", "incoming"))).toEqual([]);
});

test("reopening the folder removes abandoned uploads, but none in progress in another process", async () => {
  const incoming = join(parent, "files", "incoming");
  await writeFile(join(incoming, "abandoned"), "x");
  await utimes(join(incoming, "abandoned"), 0, 0);
  const { promise: isReopened, resolve } = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("slow");
    await isReopened;
  }
  const written = storage.write("p/1", slow(), { maxBytes: 10 });
  await expect.poll(() => readdir(incoming)).toHaveLength(2);
  await openDiskFileStorage(join(parent, "files"));
  expect(await readdir(incoming)).toHaveLength(1);
  resolve();
  expect(await written).toBe(4);
  expect(await read("p/1")).toBe("slow");
});

test("no key escapes the folder", async () => {
  const keys = [
    "../../escape",
    "..\\escape",
    "/escape",
    "a/%2e%2e/escape",
    "C:\\escape",
    "CON",
    "x\0y",
    ".",
    "",
    "\u2024\u2024/x",
    "k".repeat(4096),
  ];
  for (const [index, key] of keys.entries()) await storage.write(key, bytes(String(index)), { maxBytes: 10 });
  for (const [index, key] of keys.entries()) expect(await read(key)).toBe(String(index));
  expect(await readdir(parent)).toEqual(["files"]);
  const names = await readdir(join(parent, "files"), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => entry.name);
  expect(files).toHaveLength(keys.length);
  expect(files.every((name) => /^[0-9a-f]{62}$/.test(name))).toBe(true);
});
