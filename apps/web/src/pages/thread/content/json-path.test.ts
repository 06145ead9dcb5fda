import { expect, test } from "vitest";
import { pathText, searchJson } from "./json-path.ts";

test("a path is written as in JavaScript", () => {
  expect(pathText([])).toBe("");
  expect(pathText(["messages", 0, "content"])).toBe("messages[0].content");
  expect(pathText([2, "a key", "$ref", 'a"b'])).toBe('[2]["a key"].$ref["a\\"b"]');
});

test("a search finds keys and values in the order of the tree", () => {
  const value = { order: { id: "A-1042", items: ["Order book", 7] }, total: 1042, "in order": null };
  expect(searchJson(value, "order").paths.map(pathText)).toEqual(["order", "order.items[0]", '["in order"]']);
  expect(searchJson(value, "1042").paths.map(pathText)).toEqual(["order.id", "total"]);
  expect(searchJson(value, "null").paths.map(pathText)).toEqual(['["in order"]']);
  expect(searchJson(value, " ")).toEqual({ paths: [], isPartial: false });
});

test("a search in large and deep values ends", () => {
  expect(
    searchJson(
      Array.from({ length: 5_000 }, () => "x"),
      "x",
    ),
  ).toMatchObject({ isPartial: true });
  let deep: unknown = "needle";
  for (let depth = 0; depth < 3_000; depth += 1) deep = [deep];
  expect(searchJson(deep as never, "needle").paths[0]).toHaveLength(3_000);
});
