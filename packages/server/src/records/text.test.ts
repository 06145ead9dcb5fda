import { expect, test } from "vitest";
import { readName, readRequiredName, readTags, readText, toStorableText } from "./text.ts";

test("NUL and lone surrogates become U+FFFD, and other characters stay", () => {
  expect(toStorableText("a\0b\uD800c\uDC00")).toBe("a\uFFFDb\uFFFDc\uFFFD");
  expect(toStorableText("é e\u0301 👩‍👩‍👧 \u202E\n\t")).toBe("é e\u0301 👩‍👩‍👧 \u202E\n\t");
});

test("text may be as long as its limit", () => {
  expect(readText("comment", "x".repeat(10), 10)).toHaveLength(10);
  expect(() => readText("comment", "x".repeat(11), 10)).toThrow(
    "comment: is 11 characters long, and at most 10 are allowed",
  );
});

test("absent, null and empty text are distinct", () => {
  expect(readName("name", undefined)).toBeUndefined();
  expect(readName("name", null)).toBeNull();
  expect(readName("name", "")).toBe("");
});

test("a required name is not blank", () => {
  expect(() => readRequiredName("name", " ")).toThrow("name: must not be empty");
});

test("tags are bounded in number and length", () => {
  expect(readTags("tags", ["a", "a\0"])).toEqual(["a", "a\uFFFD"]);
  expect(() => readTags("tags", Array.from({ length: 201 }, String))).toThrow("tags: has 201 tags");
  expect(() => readTags("tags", ["ok", "x".repeat(256)])).toThrow("tags[1]: is 256 characters long");
});
