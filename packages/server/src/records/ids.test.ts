import { expect, test } from "vitest";
import { deriveId, readId, readReference } from "./ids.ts";

test.each(["Jokes", "1234567890123456789", "a_b-c d", "日本", "x".repeat(255), "__proto__"])("%j is an id", (id) => {
  expect(readId("id", id)).toBe(id);
});

test.each([
  ["", "id: must not be empty"],
  ["x".repeat(256), "id: is 256 characters long, and at most 255 are allowed"],
  ["a\0b", "id: must not contain control characters"],
  ["a\nb", "id: must not contain control characters"],
  ["a\u0085b", "id: must not contain control characters"],
  ["a\uD800", "id: must be well-formed Unicode"],
])("the id %j is refused", (id, message) => {
  expect(() => readId("id", id)).toThrow(message);
});

test("the error of an id names the field and the limit", () => {
  expect(() => readId("threadId", "x".repeat(300))).toThrow(
    expect.objectContaining({ extensions: { code: "BAD_USER_INPUT", field: "threadId", limit: 255 } }),
  );
});

test("an empty reference refers to nothing, and an absent one stays absent", () => {
  expect(readReference("parentId", "")).toBeNull();
  expect(readReference("parentId", null)).toBeNull();
  expect(readReference("parentId", undefined)).toBeUndefined();
});

test("a derived id depends on its parts only", () => {
  expect(deriveId(["score", "s1", 0])).toBe(deriveId(["score", "s1", 0]));
  expect(deriveId(["score", "s1", 0])).not.toBe(deriveId(["score", "s1", 1]));
  expect(deriveId(["a", "b"])).not.toBe(deriveId(["a,b"]));
  expect(deriveId(["a"])).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
});
