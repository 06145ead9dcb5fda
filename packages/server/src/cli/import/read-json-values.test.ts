import { expect, test } from "vitest";
import { readJsonValues } from "./read-json-values.ts";

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
  ["with a mark at the start", `\ufeff${JSON.stringify(values)}\n`],
])("objects %s are split wherever a chunk ends", async (_, text) => {
  for (let size = 1; size <= 20; size += 1) expect(await read(text, size)).toEqual(values);
  expect(await read(text, 100_000)).toEqual(values);
});

test.each([
  ["name,value\n1,2", "expected JSON objects"],
  ['{"a":1}\n{"b":', "ends within record 2"],
  ['{"a":1}\n{"b":oops}', "file, record 2"],
])("%j is refused", async (text, message) => {
  await expect(read(text, 4)).rejects.toThrow(message);
});

test("an empty file has no objects", async () => {
  expect(await read("", 1)).toEqual([]);
  expect(await read("[]\n", 1)).toEqual([]);
});
