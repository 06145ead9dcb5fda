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
  expect(separateWords(search)).toBe(expected);
});
