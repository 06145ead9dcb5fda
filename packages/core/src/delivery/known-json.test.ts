import { expect, test } from "vitest";
import { createEncoder } from "./encode-record.ts";
import { keepJson, keepLists } from "./known-json.ts";
import type { ContentOptions } from "./record.ts";
import { textOf } from "./shared-json.ts";
import { TextArena } from "./text-arena.ts";

const encode = (record: object, options: ContentOptions = {}) =>
  JSON.parse(textOf(createEncoder(options, () => undefined)("step", { id: "s", ...record }))) as unknown;
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
])("%s with kept messages is recorded as it is without them", (_name, toRecord) => {
  for (const list of [messages(1), messages(300), []]) {
    expect(encode(toRecord(kept(list)))).toStrictEqual(encode(toRecord(list)));
  }
});

test("a list that is too large for the service is truncated at an item, with a note", () => {
  const list = messages(80, 50_000);
  const { input } = encode({ input: keepLists({ messages: kept(list), more: 1 }) }) as {
    input: { messages: unknown[] };
  };
  expect(input).toMatchObject({ more: 1 });
  expect(input.messages.slice(0, -1)).toStrictEqual(list.slice(0, input.messages.length - 1));
  expect(input.messages.at(-1)).toBe("[Truncated: 80 items]");
  expect(JSON.stringify(input).length).toBeGreaterThan(2_900_000);
  expect(JSON.stringify(input).length).toBeLessThan(3_000_100);
});

test.each([
  ["characters", "x".repeat(6_000_000)],
  ["bytes", "語".repeat(1_000_000)],
  ["escapes", "\n".repeat(2_000_000)],
])("a kept object with too many %s is truncated to the largest part that fits", (_name, content) => {
  const { input } = encode({ input: keepLists({ messages: [keepJson({ role: "user", content })] }) }) as {
    input: { messages: [{ role: string; content: string }] };
  };
  expect(input.messages[0].role).toBe("user");
  expect(input.messages[0].content).toMatch(new RegExp(`\\[Truncated: ${content.length} characters\\]$`, "u"));
  expect(Buffer.byteLength(JSON.stringify(input))).toBeGreaterThan(900_000);
  expect(Buffer.byteLength(JSON.stringify(input))).toBeLessThan(3_000_000);
});

test("pending records share the memory of kept objects", () => {
  const arena = new TextArena();
  const list = kept(messages(100, 10_000));
  const encodeRecord = createEncoder({}, () => undefined);
  const place = () => arena.place(encodeRecord("step", { id: "s", input: keepLists({ messages: list }) }));
  const placed = [place(), place(), place()];
  expect(arena.sharedBytes).toBeGreaterThan(1_000_000);
  expect(arena.sharedBytes).toBeLessThan(1_100_000);
  for (const text of placed) arena.release(text);
  expect(arena.sharedBytes).toBe(0);
});

test("a mask receives kept messages, and its result is recorded", () => {
  const record = { input: keepLists({ messages: kept(messages(2)) }) };
  const mask = (data: Record<string, unknown>) => ({ ...data, input: { count: JSON.stringify(data["input"]).length } });
  expect(encode(record, { mask: mask as never })).toMatchObject({ input: { count: expect.any(Number) } });
  expect(encode(record, { recordInputs: false })).not.toHaveProperty("input");
});

test("a kept object cannot be changed", () => {
  const given = { content: "a" };
  const message = keepJson(given);
  given.content = "b";
  expect(() => Object.assign(message, { content: "c" })).toThrow(TypeError);
  expect(message).toStrictEqual({ content: "a" });
});

test("getters of an unmarked object are called once", () => {
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
