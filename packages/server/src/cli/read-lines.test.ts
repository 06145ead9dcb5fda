import { expect, test } from "vitest";
import { readLines } from "./read-lines.ts";

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

test("lines are read across chunks, with their numbers, skipping empty ones", async () => {
  const lines: unknown[] = [];
  for await (const line of readLines(chunks('{"a"', ':1}\n\n{"é', '":2}\r\n', "last"), { maxBytes: 100 }))
    lines.push(line);
  expect(lines).toEqual([
    { number: 1, text: '{"a":1}' },
    { number: 3, text: '{"é":2}' },
    { number: 4, text: "last" },
  ]);
});

test("T92: an endless line is read up to its limit, and reported with its number", async () => {
  let taken = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("fine\n");
    for (;;) {
      taken += 1;
      yield Buffer.alloc(1_000, "x");
    }
  }
  const read: string[] = [];
  const reading = (async () => {
    for await (const { text } of readLines(endless(), { maxBytes: 10_000 })) read.push(text);
  })();
  await expect(reading).rejects.toThrow("Line 2 is longer than 10000 bytes.");
  expect(read).toEqual(["fine"]);
  expect(taken).toBe(11);
});
