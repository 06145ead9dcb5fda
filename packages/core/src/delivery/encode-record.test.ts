import { expect, test } from "vitest";
import { toErrorText } from "../api/step-input.ts";
import { describe } from "../transport/to-json.ts";
import { createEncoder } from "./encode-record.ts";
import { textOf } from "./shared-json.ts";

const errors: unknown[] = [];
const encodeRecord = createEncoder({}, (error) => errors.push(error));
const encode: (...given: Parameters<typeof encodeRecord>) => string = (...given) => textOf(encodeRecord(...given));
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
    "a key that is not a field",
    JSON.parse('{"__proto__":{"a":1},"b":2n}'.replace("2n", "2")),
    JSON.parse('{"__proto__":{"a":1},"b":2}'),
  ],
  ["half of a pair of surrogates", "\ud83d", "\ud83d"],
])("%s is recorded as documented", (_kind, value, expected) => {
  expect(encoded({ input: { value } })["input"]).toStrictEqual(expected === undefined ? {} : { value: expected });
});

test("only the unreadable value is replaced", () => {
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

test("a tree of fifty levels is recorded whole, and a tree of thousands of levels down to level 200", () => {
  const nest = (depth: number) => {
    let tree: unknown = "leaf";
    for (let level = 0; level < depth; level += 1) tree = { tree };
    return tree;
  };
  expect(encoded({ input: nest(50) })["input"]).toStrictEqual(nest(50));
  expect(JSON.stringify(encoded({ input: nest(10_000) }))).toContain("[Too deep]");
});

test("a text of 100 MB is truncated to a million characters, and the other fields stay", () => {
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
])("%s are truncated to the service's limit of a field", (_kind, value) => {
  for (const [field, most] of Object.entries({ input: 3_000_000, metadata: 1_000_000 })) {
    const json = JSON.stringify(encoded({ [field]: { value } })[field]);
    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(most);
    expect(Buffer.byteLength(json)).toBeGreaterThan(100_000);
    expect(json).toContain("[Truncated");
  }
});

test("fields of a generation are truncated separately", () => {
  const messages = [{ role: "user", content: "x".repeat(5_000_000) }];
  const { generation } = encoded({ generation: { type: "CHAT", model: "m", inputTokenCount: 3, messages } });
  expect(generation).toMatchObject({ type: "CHAT", model: "m", inputTokenCount: 3 });
  expect(JSON.stringify(generation)).toContain("[Truncated: 5000000 characters]");
});

test("arguments are never changed", () => {
  const input = Object.freeze({ list: Object.freeze([1n, Object.freeze(new Map([["a", 1]]))]) });
  expect(() => encoded({ input })).not.toThrow();
  expect(input.list).toHaveLength(2);
});

test("names, tags, keys and parts are truncated to the service's limits", () => {
  const long = "x".repeat(2_000_000);
  const step = encoded({
    name: long,
    tags: Array.from({ length: 100_000 }, (_, index) => (index === 0 ? long : `tag ${index}`)),
    metadata: { [long]: 1, v: Array.from({ length: 120_000 }, (_, index) => index) },
    generation: { model: long, provider: long, tags: [long] },
    scores: [{ name: long, label: long, scorer: long, comment: long, tags: [long], value: 1 }],
    attachments: Array.from({ length: 1_200 }, () => ({ id: "a", name: long.slice(0, 5_000), mime: "text/plain" })),
  });
  const ending = "[Truncated: 2000000 characters]";
  expect(step["name"]).toHaveLength(1_000);
  expect(String(step["name"]).endsWith(ending)).toBe(true);
  expect(step["tags"]).toHaveLength(200);
  expect((step["tags"] as string[])[0]).toHaveLength(255);
  expect((step["tags"] as string[]).at(-1)).toBe("[Truncated: 100000 tags]");
  const [key = ""] = Object.keys(step["metadata"] as object);
  expect(key).toHaveLength(10_000);
  expect(JSON.stringify(step["metadata"])).toContain("[Truncated: 120000 items]");
  const generation = step["generation"] as Record<string, string>;
  expect([generation["model"]?.length, generation["provider"]?.length]).toStrictEqual([1_000, 1_000]);
  const [score] = step["scores"] as Record<string, string>[];
  expect([score?.["name"], score?.["label"], score?.["scorer"]].map((text) => text?.length)).toStrictEqual([
    1_000, 1_000, 1_000,
  ]);
  expect(score?.["comment"]).toHaveLength(100_000);
  expect(step["attachments"]).toHaveLength(1_000);
});

/** Creates nested lists. Each list contains the next one twice. */
function shared(depth: number): unknown[] {
  let list: unknown[] = ["leaf"];
  for (let level = 0; level < depth; level += 1) list = [list, list];
  return list;
}

test("the work on a repeatedly shared value is bounded", () => {
  let reads = 0;
  const counted = new Proxy(shared(0), {
    get: (list, name) => {
      if (name === "0") reads += 1;
      return Reflect.get(list, name);
    },
  });
  let list: unknown[] = counted;
  for (let level = 0; level < 60; level += 1) list = [list, list];
  const json = encode("step", { id: "s", input: { list }, error: describe(list) });
  expect(reads).toBeLessThan(500_000);
  expect(json).toContain("[Truncated");
});

test("a getter is called once", () => {
  let calls = 0;
  const counting = {
    get value() {
      calls += 1;
      return "x".repeat(calls);
    },
  };
  const makers = [
    () => ({ input: counting }),
    () => ({ input: { big: 2n, counting } }),
    () => ({ metadata: { counting, text: "x".repeat(2_000_000) } }),
    () => ({ generation: { type: "CHAT", settings: counting } }),
    () => ({ error: toErrorText(counting) }),
  ];
  for (const make of makers) {
    encoded(make());
    expect(calls).toBe(1);
    calls = 0;
  }
});
