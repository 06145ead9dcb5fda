import { expect, test } from "vitest";
import { joinDuration, splitDuration } from "./duration-text.ts";
import { parseNumber } from "./number-text.ts";

test.each([
  [" 0.5 ", 0.5],
  ["0,5", 0.5],
  ["-1,25", -1.25],
  ["0,125", 0.125],
  ["1e3", 1_000],
  ["12,5000", 12.5],
  ["1,234", undefined],
  ["1,234.5", undefined],
  ["", undefined],
  ["fast", undefined],
  ["Infinity", undefined],
])("the number of %j is %j", (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test.each([
  ["", "", "s"],
  ["0.3", "300", "ms"],
  ["2", "2", "s"],
  ["90", "90", "s"],
  ["120", "2", "min"],
  ["5400", "90", "min"],
  ["7200", "2", "h"],
  ["172800", "2", "d"],
  ["0", "0", "s"],
  ["soon", "soon", "s"],
] as const)("%j seconds are shown as %j %s, and read back", (seconds, amount, unit) => {
  expect(splitDuration(seconds)).toEqual({ amount, unit });
  expect(joinDuration({ amount, unit })).toBe(seconds);
});

test("an amount keeps its precision", () => {
  expect(joinDuration({ amount: "1,1", unit: "min" })).toBe("66");
  expect(joinDuration({ amount: "1", unit: "ms" })).toBe("0.001");
});
