import { expect, test } from "vitest";
import { createEncoder } from "./encode-record.ts";

const errors: unknown[] = [];
const encode = createEncoder({}, (error) => errors.push(error));
const encoded = (fields: object) => JSON.parse(encode("step", { id: "s", ...fields })) as Record<string, unknown>;

class Money {
  #cents = 5;
  currency = "EUR";
  get cents() {
    return this.#cents;
  }
}
class Temperature {
  toJSON() {
    return { celsius: 20 };
  }
}
const cycle: Record<string, unknown> = { name: "a" };
cycle["self"] = cycle;

test.each<[string, unknown, unknown]>([
  ["a bigint", 2n ** 64n, "18446744073709551616"],
  ["NaN", Number.NaN, null],
  ["an infinity", -Infinity, null],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["an invalid date", new Date("no"), null],
  ["a map with text keys", new Map([["a", 1n]]), { a: "1" }],
  ["a map with other keys", new Map([[{ a: 1 }, "b"]]), [[{ a: 1 }, "b"]]],
  ["a set", new Set([1, "a", undefined]), [1, "a", null]],
  [
    "an error with causes",
    new TypeError("outer", { cause: new Error("inner") }),
    "TypeError: outer\ncaused by Error: inner",
  ],
  ["a buffer", Buffer.from("abc"), "[3 bytes]"],
  ["an ArrayBuffer", new ArrayBuffer(4), "[4 bytes]"],
  ["a view of bytes", new DataView(new ArrayBuffer(5)), "[5 bytes]"],
  ["a typed array of numbers", new Float32Array([0.5, Number.NaN]), [0.5, null]],
  ["a typed array of bigints", new BigInt64Array([-1n]), ["-1"]],
  ["a regular expression", /a+/gi, "/a+/gi"],
  ["a URL", new URL("http://a.test/b"), "http://a.test/b"],
  ["a boxed text", Object("a"), "a"],
  ["an instance of a class", new Money(), { currency: "EUR" }],
  ["an object with toJSON", new Temperature(), { celsius: 20 }],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ["a function", () => 1, undefined],
  ["a symbol", Symbol("a"), undefined],
  ["functions and symbols in a list", [() => 1, Symbol("a"), undefined], [null, null, null]],
  ["a cycle", cycle, { name: "a", self: "[Circular]" }],
  [
    "a key that is no field",
    JSON.parse('{"__proto__":{"a":1},"b":2n}'.replace("2n", "2")),
    JSON.parse('{"__proto__":{"a":1},"b":2}'),
  ],
  ["half of a pair of surrogates", "\ud83d", "\ud83d"],
])("%s is recorded as documented", (_kind, value, expected) => {
  expect(encoded({ input: { value } })["input"]).toStrictEqual(expected === undefined ? {} : { value: expected });
});

test("what cannot be read costs its own place only", () => {
  const input = {
    fine: 1,
    get bad(): never {
      throw new Error("getter");
    },
    proxy: new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("keys");
        },
      },
    ),
    json: {
      toJSON: () => {
        throw {
          toString: () => {
            throw new Error("even this");
          },
        };
      },
    },
  };
  expect(encoded({ input })["input"]).toStrictEqual({
    fine: 1,
    bad: "[Unreadable: Error: getter]",
    proxy: "[Unreadable: Error: keys]",
    json: "[Unreadable]",
  });
});

test("a tree of fifty levels is recorded whole, one of thousands down to 200", () => {
  const nest = (depth: number) => {
    let tree: unknown = "leaf";
    for (let level = 0; level < depth; level += 1) tree = { tree };
    return tree;
  };
  expect(encoded({ input: nest(50) })["input"]).toStrictEqual(nest(50));
  expect(JSON.stringify(encoded({ input: nest(10_000) }))).toContain("[Too deep]");
});

test("a text of 100 MB is cut at a million characters, and the fields beside it stay", () => {
  const text = "x".repeat(100_000_000);
  const step = encoded({ name: "n", input: { before: 1, text, after: 2 }, metadata: { text } });
  const input = step["input"] as Record<string, string>;
  expect(input["text"]).toHaveLength(1_000_000 + "[Truncated: 100000000 characters]".length);
  expect(input).toMatchObject({ before: 1, after: 2 });
  expect(JSON.stringify(step["metadata"]).length).toBeLessThan(1_000_000);
  expect(step["name"]).toBe("n");
});

test.each([
  ["many texts", Array.from({ length: 100 }, () => "x".repeat(100_000))],
  ["many values", Array.from({ length: 2_000_000 }, (_, index) => index)],
  ["characters of three bytes", "語".repeat(2_000_000)],
  ["characters that are escaped", "\u0001".repeat(900_000)],
  ["many keys", Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`key ${index}`, index]))],
])("%s are cut to what the service takes of a field", (_kind, value) => {
  for (const [field, most] of Object.entries({ input: 3_000_000, metadata: 1_000_000 })) {
    const json = JSON.stringify(encoded({ [field]: { value } })[field]);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(most);
    expect(Buffer.byteLength(json)).toBeGreaterThan(100_000);
    expect(json).toContain("[Truncated");
  }
});

test("fields of a generation are cut one by one", () => {
  const messages = [{ role: "user", content: "x".repeat(5_000_000) }];
  const { generation } = encoded({ generation: { type: "CHAT", model: "m", inputTokenCount: 3, messages } });
  expect(generation).toMatchObject({ type: "CHAT", model: "m", inputTokenCount: 3 });
  expect(JSON.stringify(generation)).toContain("[Truncated: 5000000 characters]");
});

test("what is given is never changed", () => {
  const input = Object.freeze({ list: Object.freeze([1n, Object.freeze(new Map([["a", 1]]))]) });
  expect(() => encoded({ input })).not.toThrow();
  expect(input.list).toHaveLength(2);
});
