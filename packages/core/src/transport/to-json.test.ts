import { expect, test } from "vitest";
import { toJson } from "./to-json.ts";

test("toJson keeps JSON values and drops undefined", () => {
  const value = { text: "a", list: [1, null, { deep: true }], nothing: undefined, when: new Date(0) };
  expect(toJson(value)).toStrictEqual({ text: "a", list: [1, null, { deep: true }], when: "1970-01-01T00:00:00.000Z" });
});

test("toJson replaces values that JSON does not support by text", () => {
  expect(
    toJson({ big: 2n ** 64n, bad: new TypeError("no"), bytes: new Uint8Array(3), infinite: Infinity }),
  ).toStrictEqual({
    big: "18446744073709551616",
    bad: "TypeError: no",
    bytes: "[3 bytes]",
    infinite: null,
  });
});

test("toJson marks cycles, and repeats shared values", () => {
  const shared = { a: 1 };
  const value: Record<string, unknown> = { shared, again: shared };
  value["self"] = value;
  expect(toJson(value)).toStrictEqual({ shared: { a: 1 }, again: { a: 1 }, self: "[Circular]" });
});

test("toJson never throws", () => {
  const hostile = {
    get bad(): string {
      throw new Error("getter");
    },
  };
  expect(toJson({ hostile, fine: 1 })).toStrictEqual({ hostile: { bad: "[Unreadable: Error: getter]" }, fine: 1 });
  let deep: unknown = 1;
  for (let depth = 0; depth < 5000; depth++) deep = [deep];
  expect(JSON.stringify(toJson(deep))).toContain("[Too deep]");
});

test("a data URI that is too long is omitted whole, and other texts stay", () => {
  const file = (mime: string, length: number) => `data:${mime};base64,${"A".repeat(length)}`;
  const limits = { text: 100, total: 1_000, values: 100 };
  expect(
    toJson({ a: file("image/svg+xml;charset=utf-8", 2_000), b: file("image/png", 10), c: "x" }, limits),
  ).toStrictEqual({
    a: "data:image/svg+xml;charset=utf-8;base64,[Truncated: 2040 characters]",
    b: file("image/png", 10),
    c: "x",
  });
  expect(toJson(`data: ${"x".repeat(200)}`, limits)).toBe(`data: ${"x".repeat(94)}[Truncated: 206 characters]`);
});
