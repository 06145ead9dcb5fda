import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { readJsonFile, readJsonValues } from "./read-json-values.ts";

async function read(text: string, size: number): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const found: unknown[] = [];
  for await (const value of readJsonValues(chunks(), "file")) found.push(value);
  return found;
}

const values = [{ a: 'brace } and "quote" \\' }, { b: [1, { c: [] }], d: "ü𝄞" }, {}];

test.each([
  ["one per line", values.map((value) => JSON.stringify(value)).join("\n")],
  ["in a list", JSON.stringify(values)],
  ["in a list over several lines", JSON.stringify(values, null, 2)],
  ["one after the other", values.map((value) => JSON.stringify(value, null, 2)).join("\n")],
  ["with a byte order mark", `\ufeff${JSON.stringify(values)}\n`],
])("objects %s are split wherever a chunk ends", async (_, text) => {
  for (let size = 1; size <= 20; size += 1) expect(await read(text, size)).toEqual(values);
  expect(await read(text, 100_000)).toEqual(values);
});

test.each([
  ["name,value\n1,2", "file is not valid: expected JSON objects"],
  ['{"a":1}\n{"b":', "ends within record 2"],
  ['{"a":1}\n{"b":oops}', "file, record 2"],
])("the JSON text %j is refused", async (text, message) => {
  await expect(read(text, 4)).rejects.toThrow(message);
});

test("an empty file has no objects", async () => {
  expect(await read("", 1)).toEqual([]);
  expect(await read("[]\n", 1)).toEqual([]);
});

test.each([
  ["no gzip", Buffer.from('{"a":1}'), "is not a valid gzip file: incorrect header check."],
  ["half of a gzip file", gzipSync('{"a":1}').subarray(0, 15), "is not a valid gzip file: unexpected end of file."],
  ["damaged", gzipSync('{"a":1}').fill(0, 12, 16), "is not a valid gzip file"],
])("a compressed file that is %s is named in the error", async (_, bytes, message) => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-json-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "traces.json.gz");
  await writeFile(path, bytes);
  const readAll = async () => {
    for await (const value of readJsonFile(path)) expect(value).toStrictEqual({ a: 1 });
  };
  await expect(readAll()).rejects.toThrow(`${path} ${message}`);
});
