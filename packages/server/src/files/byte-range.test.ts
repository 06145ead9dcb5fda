import { expect, test } from "vitest";
import { parseByteRange } from "./byte-range.ts";

test.each([
  ["bytes=0-4", { start: 0, end: 4 }],
  ["bytes=5-", { start: 5, end: 9 }],
  ["bytes=5-99", { start: 5, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=4-2", null],
  ["bytes=-", null],
  ["bytes=0-1,4-5", null],
  ["lines=0-4", null],
  ["bytes=a-b", null],
  [undefined, null],
])("of 10 bytes, %s selects %o", (header, expected) => {
  expect(parseByteRange(header, 10)).toEqual(expected);
});

test("an empty file satisfies no range", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
});
