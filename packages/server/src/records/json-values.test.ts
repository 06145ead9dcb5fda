import { expect, test } from "vitest";
import type { JsonValue } from "../json/json-value.ts";
import { readJson, readMetadata, readPayload } from "./json-values.ts";

test("a JSON value is not changed", () => {
  const value = JSON.parse(`{"__proto__":{"polluted":true},"constructor":1,"a":"\\u0000\\ud800","n":9007199254740993}`);
  expect(readPayload("input", value)).toBe(value);
  expect(Object.hasOwn(value, "__proto__")).toBe(true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("depth is bounded at 256 levels", () => {
  const nest = (levels: number): JsonValue => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  expect(() => readPayload("input", nest(256))).not.toThrow();
  expect(() => readPayload("input", nest(257))).toThrow("input: is nested deeper than 256 levels");
  expect(() => readPayload("input", nest(5_000))).toThrow("256");
});

test("content nested under __proto__ is measured, too", () => {
  const value = JSON.parse(`{"__proto__":"${"x".repeat(100)}"}`);
  expect(() => readJson("metadata", value, 50)).toThrow("metadata: is larger than 50 bytes");
});

test("size counts bytes, not characters", () => {
  expect(() => readJson("input", "é".repeat(30), 50)).toThrow("larger than 50 bytes");
  expect(readJson("input", "e".repeat(30), 50)).toHaveLength(30);
});

test("a payload of 3 MiB of text passes, a larger one is refused with its limit", () => {
  expect(readPayload("output", "x".repeat(3 * 1024 * 1024))).toHaveLength(3 * 1024 * 1024);
  expect(() => readPayload("output", "x".repeat(4_000_001))).toThrow(
    expect.objectContaining({ extensions: { code: "BAD_USER_INPUT", field: "output", limit: 4_000_000 } }),
  );
});

test("a number that JSON does not support is rejected", () => {
  expect(() => readPayload("input", JSON.parse("[1e400]"))).toThrow("input: contains a number beyond the range");
});

test.each(["text", 1, true, ["a"]])("metadata %j is refused", (value) => {
  expect(() => readMetadata("metadata", value)).toThrow("metadata: must be a JSON object");
});

test("metadata distinguishes absent and null", () => {
  expect(readMetadata("metadata", undefined)).toBeUndefined();
  expect(readMetadata("metadata", null)).toBeNull();
});
