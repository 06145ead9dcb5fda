import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

test.each(["7.0", "7", "1e3", "null", "true", "[1]", "{", '"', '"x"', " a&b=c+d%", "ü", ""])(
  "the text %j comes back as it is",
  (text) => {
    expect(parseSearch(stringifySearch({ name: text }))).toEqual({ name: text });
  },
);

test.each([{ list: ["a", 7, null] }, { object: { field: "x" } }, { yes: true, no: false }])(
  "%j comes back equal",
  (search) => {
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  },
);

test("a link that others wrote is read as they meant it", () => {
  expect(parseSearch("?name=7.0&version=3&broken=%5B")).toEqual({ name: "7.0", version: "3", broken: "[" });
});

test("a number is written as such, and what is undefined is left out", () => {
  expect(stringifySearch({ version: 3, name: undefined })).toBe("?version=3");
  expect(stringifySearch({})).toBe("");
});
