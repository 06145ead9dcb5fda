import { expect, test } from "vitest";
import { separateWords } from "./separate-words.ts";

test.each([
  [{ q: "broken zip" }, "broken AND zip"],
  [{ q: " tent  AND  zip: " }, 'tent AND "AND" AND "zip:"'],
  [{ query: 'status:error "broken zip"' }, "status:error broken AND zip"],
  [{ query: '"broken zip" OR tent' }, "(broken AND zip) OR tent"],
  [{ q: "zip" }, undefined],
  [{ query: "broken AND zip" }, undefined],
  [{ query: 'model:"a b" -"broken zip"' }, undefined],
  [{ query: '"broken' }, undefined],
  [{}, undefined],
])("the words of %j can be searched for separately: %s", (search, expected) => {
  expect(separateWords("runs", search)).toBe(expected);
});

test("words are not separated into a query with more conditions or characters than the service allows", () => {
  const words = (count: number): string => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
  expect(separateWords("runs", { q: words(50) })).toContain("w48 AND w49");
  expect(separateWords("runs", { q: words(51) })).toBeUndefined();
  expect(separateWords("runs", { q: `${"a".repeat(2_500)} ${"b".repeat(2_500)}` })).toBeUndefined();
});
