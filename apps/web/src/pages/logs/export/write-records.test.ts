import Papa from "papaparse";
import { expect, test } from "vitest";
import type { LogRecord } from "../log-record.ts";
import { neutralCell } from "@threadline/schema/csv-cells";
import { writeRecords } from "./write-records.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")'])(
  "the text %j is not a formula in a spreadsheet",
  (text) => {
    expect(neutralCell(text)).toBe(`'${text}`);
  },
);

test.each([
  [-1.5, -1.5],
  [0, 0],
  [true, true],
  ["1-1", "1-1"],
  [null, ""],
  [undefined, ""],
])("the CSV cell of %j is the text %j", (value, cell) => {
  expect(neutralCell(value)).toBe(cell);
});

test("a list is one text in a cell", () => {
  expect(neutralCell(["=1", "b"])).toBe('["=1","b"]');
});

const record: LogRecord = {
  id: "-1",
  createdAt: "2026-01-02T03:04:05.000Z",
  name: '=cmd|" /C calc"!A0',
  tags: ["a,b", 'c"d'],
  threadId: "t",
  rootId: null,
  stepId: null,
  duration: -0.5,
  error: "line one\nline two",
};

test("a CSV file has a header row and no formulas, and is read back", () => {
  const columns = ["name", "tags", "duration", "status", "id"] as const;
  const text =
    writeRecords([record], { format: "csv", columns, isFirst: true }) +
    writeRecords([{ ...record, id: "2", error: null }], { format: "csv", columns, isFirst: false });
  const { data } = Papa.parse<string[]>(text.trim());
  expect(data).toEqual([
    ["name", "tags", "duration", "status", "id"],
    [`'=cmd|" /C calc"!A0`, '["a,b","c\\"d"]', "-0.5", "error", "'-1"],
    [`'=cmd|" /C calc"!A0`, '["a,b","c\\"d"]', "-0.5", "ok", "2"],
  ]);
});

test("a JSONL file has one whole record in each line", () => {
  const text = writeRecords([record, record], { format: "jsonl", columns: ["name"], isFirst: true });
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([record, record]);
});

test("an empty page writes nothing", () => {
  expect(writeRecords([], { format: "csv", columns: ["id"], isFirst: false })).toBe("");
});
