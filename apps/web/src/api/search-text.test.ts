import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

test.each(["7.0", "7", "1e3", "null", "true", "[1]", "{", '"', '"x"', " a&b=c+d%", "ü", ""])(
  "the text %j is read back unchanged",
  (text) => {
    expect(parseSearch(stringifySearch({ name: text }))).toEqual({ name: text });
  },
);

test.each([{ list: ["a", 7, null] }, { object: { field: "x" } }, { yes: true, no: false }])(
  "%j survives a round trip",
  (search) => {
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  },
);

test("links from other tools are read as intended", () => {
  expect(parseSearch("?name=7.0&version=3&broken=%5B")).toEqual({ name: "7.0", version: "3", broken: "[" });
});

test("numbers are written as numbers, and undefined values omitted", () => {
  expect(stringifySearch({ version: 3, name: undefined })).toBe("?version=3");
  expect(stringifySearch({})).toBe("");
});
