import { expect, test } from "vitest";
import { createEncoder } from "./encode-record.ts";
import { keepJson, keepLists } from "./known-json.ts";
import type { ContentOptions } from "./record.ts";

const encode = (record: object, options: ContentOptions = {}) =>
  JSON.parse(createEncoder(options, () => undefined)("step", { id: "s", ...record })) as unknown;
const messages = (count: number, length = 10) =>
  Array.from({ length: count }, (_, index) => ({ role: "user", content: `${index} "é" ${"x".repeat(length)}` }));
const kept = (list: object[]) => list.map((message) => keepJson({ ...message }));

test.each([
  ["an input", (list: object[]) => ({ input: keepLists({ messages: list, [`"odd"`]: 1 }), name: "n" })],
  ["an input of nothing else", (list: object[]) => ({ input: keepLists({ messages: list }) })],
  ["a generation", (list: object[]) => ({ generation: keepLists({ type: "CHAT", messages: list, model: "m" }) })],
  ["input and output", (list: object[]) => ({ input: keepLists({ a: list }), output: keepLists({ b: list, c: [] }) })],
  ["a value that JSON cannot hold beside it", (list: object[]) => ({ input: keepLists({ messages: list, big: 2n }) })],
  ["a name that is too long", (list: object[]) => ({ input: keepLists({ messages: list }), name: "n".repeat(2_000) })],
])("%s with kept messages is recorded as without", (_name, toRecord) => {
  for (const list of [messages(1), messages(300), []]) {
    expect(encode(toRecord(kept(list)))).toStrictEqual(encode(toRecord(list)));
  }
});

test("a list that is larger than the service takes is cut as any other", () => {
  const list = messages(80, 50_000);
  const toRecord = (items: object[]) => ({ input: keepLists({ messages: items }) });
  expect(encode(toRecord(kept(list)))).toStrictEqual(encode(toRecord(list)));
  expect(JSON.stringify(encode(toRecord(kept(list)))).length).toBeLessThan(3_000_100);
});

test("a mask sees kept messages, and what it removes is gone", () => {
  const record = { input: keepLists({ messages: kept(messages(2)) }) };
  const mask = (data: Record<string, unknown>) => ({ ...data, input: { count: JSON.stringify(data["input"]).length } });
  expect(encode(record, { mask: mask as never })).toMatchObject({ input: { count: expect.any(Number) } });
  expect(encode(record, { recordInputs: false })).not.toHaveProperty("input");
});

test("a kept object cannot be changed", () => {
  const message = keepJson({ content: "a" });
  expect(() => Object.assign(message, { content: "b" })).toThrow(TypeError);
});

test("the getters of an object that was not marked are read once", () => {
  let reads = 0;
  const input = {
    get messages() {
      reads += 1;
      return kept(messages(1));
    },
  };
  encode({ input });
  const readsOfOthers = reads;
  reads = 0;
  encode({
    input: {
      get messages() {
        reads += 1;
        return messages(1);
      },
    },
  });
  expect(readsOfOthers).toBe(reads);
});
