import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvText } from "./csv-text.ts";
import { neutralCell } from "./csv-cells.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("http://evil")'])(
  "%j is neutralized by an apostrophe",
  (cell) => {
    expect(neutralCell(cell)).toBe(`'${cell}`);
  },
);

test.each(["1", "a=b", "", " =1", '{"a":"=1"}', "Größe"])("the cell %j is not changed", (cell) => {
  expect(neutralCell(cell)).toBe(cell);
});

test("quotes, commas and line breaks survive a round trip, and column names are neutralized, too", () => {
  const text = csvText(
    ["=name", "text"],
    [
      ["a", 'say "hi", twice\nor more'],
      ["=1", ""],
    ],
  );
  expect(Papa.parse(text).data).toEqual([
    ["'=name", "text"],
    ["a", 'say "hi", twice\nor more'],
    ["'=1", ""],
  ]);
});
