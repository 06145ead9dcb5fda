import { expect, test } from "vitest";
import { bytesOfGibibytes, gibibytesOf, readLimit } from "./read-limit.ts";

test.each([
  ["", null, null],
  [" 30 ", null, 30],
  ["30", 30, 30],
  ["31", 30, "tooLarge"],
  ["0", null, "tooSmall"],
  ["1.5", null, "notWhole"],
  ["0.5", null, "notWhole"],
  ["-5", null, "tooSmall"],
  ["−5", null, "tooSmall"],
  ["-1.5", null, "tooSmall"],
  ["1e3", null, "notANumber"],
  ["90071992547409910", null, "tooLarge"],
])("the typed limit %j with the maximum %j is read as %j", (text, most, expected) => {
  expect(readLimit(text, most)).toBe(expected);
});

test("storage is typed in gibibytes, with a decimal point or comma", () => {
  expect(readLimit("0,5", null, bytesOfGibibytes)).toBe(2 ** 29);
  expect(readLimit("1.25", null, bytesOfGibibytes)).toBe(1.25 * 2 ** 30);
  expect(readLimit("2", 2 ** 30, bytesOfGibibytes)).toBe("tooLarge");
  expect(readLimit("0.0000000001", null, bytesOfGibibytes)).toBe("tooSmall");
  expect(gibibytesOf(2 ** 29)).toBe("0.5");
  expect(gibibytesOf(null)).toBe("");
});
