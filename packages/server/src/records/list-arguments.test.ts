import { expect, test } from "vitest";
import { readListArguments } from "./list-arguments.ts";

test("a page has 50 records by default, and 100 at most", () => {
  expect(readListArguments("threads", {}, 0)).toMatchObject({ first: 50, filters: [] });
  expect(readListArguments("threads", { first: 100 }, 0).first).toBe(100);
  expect(readListArguments("threads", { first: 1e9 }, 0).first).toBe(100);
  expect(readListArguments("threads", { last: 5 }, 0)).toMatchObject({ last: 5 });
  expect(readListArguments("threads", { last: 5 }, 0).first).toBeUndefined();
});

test("a page size out of range is clamped", () => {
  for (const size of [0, -1]) {
    expect(readListArguments("threads", { first: size }, 0).first).toBe(1);
    expect(readListArguments("threads", { last: size }, 0).last).toBe(1);
  }
  expect(readListArguments("threads", { first: 1_000 }, 0).first).toBe(100);
  expect(readListArguments("threads", { last: 1_000 }, 0).last).toBe(100);
});

test("`before` pages backward; between two cursors, the page starts at the first cursor", () => {
  expect(readListArguments("threads", { before: "c" }, 0)).toMatchObject({ last: 50, before: "c" });
  expect(readListArguments("threads", { first: 2, before: "c" }, 0)).toMatchObject({ last: 2, before: "c" });
  expect(readListArguments("threads", { first: 2, before: "c" }, 0).first).toBeUndefined();
  expect(readListArguments("threads", { first: 2, after: "a", before: "c" }, 0)).toMatchObject({ first: 2 });
  expect(readListArguments("threads", { first: 2, before: "" }, 0)).toMatchObject({ first: 2 });
});

test.each([
  [{ first: 1, last: 1 }, "last: cannot be combined with first"],
  [{ skip: -1 }, "skip: must not be negative"],
  [{ orderBy: { column: "password", direction: "ASC" as const } }, "orderBy.column: must be one of createdAt, name"],
  [{ after: "x".repeat(2_001) }, "after: is 2001 characters long"],
])("the error of invalid arguments %j names them", (args, message) => {
  expect(() => readListArguments("datasets", args, 0)).toThrow(message);
});

test.each([
  ["threads", { field: "name", operator: "ilike", value: "chat" }],
  ["threads", { field: "name", operator: "is", value: null }],
  ["threads", { field: "tags", operator: "in", value: ["a", "b"] }],
  ["threads", { field: "scoreValue", operator: "eq", value: 1, path: "user-feedback" }],
  ["generations", { field: "scoreLabel", operator: "in", value: ["up", "down"], path: "thumbs" }],
  ["threads", { field: "stepOutput", operator: "ilike", value: "text", path: "content" }],
  ["steps", { field: "metadata", operator: "is", value: true, path: "flags.beta" }],
  ["steps", { field: "metadata", operator: "gt", value: 3, path: "turn" }],
  ["steps", { field: "type", operator: "eq", value: "run" }],
  ["users", { field: "identifier", operator: "in", value: ["ada"] }],
] as const)("%s accepts the filter %j", (resource, filter) => {
  expect(readListArguments(resource, { filters: [structuredClone(filter) as never] }, 0).filters).toEqual([filter]);
});

test("date-times of filters become milliseconds", () => {
  const filters = [{ field: "createdAt", operator: "gt" as const, value: "2024-12-01 10:00:00" }];
  expect(readListArguments("steps", { filters }, 0).filters).toMatchObject([{ value: Date.UTC(2024, 11, 1, 10) }]);
});

test("a single value for `in` is treated as a list", () => {
  const filters = [{ field: "tags", operator: "in" as const, value: "a" }];
  expect(readListArguments("steps", { filters }, 0).filters).toMatchObject([{ value: ["a"] }]);
});

test.each([
  [{ field: "nope", operator: "eq", value: 1 }, /filters\[0\]\.field: "nope" is not one of id, /],
  [{ field: "__proto__", operator: "eq", value: 1 }, /filters\[0\]\.field/],
  [
    { field: "tokenCount", operator: "ilike", value: "1" },
    /filters\[0\]\.operator: ilike does not apply to tokenCount/,
  ],
  [{ field: "tokenCount", operator: "eq", value: "1" }, /filters\[0\]\.value: must be a number/],
  [{ field: "id", operator: "is", value: null }, /filters\[0\]\.operator: is tests for null, but id is never null/],
  [{ field: "name", operator: "is", value: "x" }, /filters\[0\]\.operator: is requires the value null for name/],
  [{ field: "name", operator: "eq", value: null }, /filters\[0\]\.value: must not be null/],
  [{ field: "name", operator: "eq", value: { a: 1 } }, /filters\[0\]\.value: must be a string/],
  [{ field: "name", operator: "eq", value: "x", path: "a" }, /filters\[0\]\.path: does not apply/],
  [{ field: "createdAt", operator: "gt", value: "soon" }, /filters\[0\]\.value: must be an ISO 8601/],
  [{ field: "tags", operator: "in", value: ["a", 1] }, /filters\[0\]\.value\[1\]: must be a string/],
  [{ field: "metadata", operator: "is", value: "x" }, /filters\[0\]\.value: must be null, true or false/],
  [{ field: "tags", operator: "in", value: Array.from({ length: 10_000 }, String) }, /at most 1000 are allowed/],
  [{ field: "name", operator: "ilike", value: "%".repeat(10_001) }, /filters\[0\]\.value: is 10001 characters long/],
])("the error of the filter %o names it", (filter, message) => {
  expect(() => readListArguments("threads", { filters: [filter as never] }, 0)).toThrow(message);
});

test("filters are bounded in number", () => {
  const filters = Array.from({ length: 51 }, () => ({ field: "id", operator: "eq" as const, value: "x" }));
  expect(() => readListArguments("threads", { filters }, 0)).toThrow("filters: at most 50 are allowed");
});
