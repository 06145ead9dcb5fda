import { expect, test } from "vitest";
import { formatDateTime, parseDateTime } from "./date-time.ts";

const noon = Date.UTC(2024, 11, 1, 10, 0, 0);

test.each([
  ["2024-12-01T10:00:00.123Z", noon + 123],
  ["2024-12-01T10:00:00Z", noon],
  ["2024-12-01T10:00:00.123456Z", noon + 123],
  ["2024-12-01T10:00:00.123456+00:00", noon + 123],
  ["2024-12-01T12:00:00+02:00", noon],
  ["2024-12-01T08:00:00-0200", noon],
  ["2024-12-01 10:00:00.123456", noon + 123],
  ["2024-12-01 10:00:00", noon],
  ["2024-12-01T10:00", noon],
  ["2024-12-01", Date.UTC(2024, 11, 1)],
  ["2024-12-01T10:00:00.1Z", noon + 100],
  ["1970-01-01T00:00:00Z", 0],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["9999-12-31T23:59:59.999Z", Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  [noon, noon],
  [noon + 0.7, noon],
])("%j is read as UTC milliseconds", (value, expected) => {
  expect(parseDateTime(value)).toBe(expected);
});

test.each([
  ["yesterday", /ISO 8601/],
  ["", /ISO 8601/],
  ["+020000-01-01T00:00:00Z", /ISO 8601/],
  ["20000-01-01T00:00:00Z", /ISO 8601/],
  ["0000-01-01T00:00:00Z", /calendar/],
  ["0071-01-01T00:00:00Z", /calendar/],
  ["2024-01-00T00:00:00Z", /calendar/],
  ["1969-12-31T23:59:59Z", /1970 and 9999/],
  ["1970-01-01T00:00:00+01:00", /1970 and 9999/],
  ["9999-12-31T23:59:59-01:00", /1970 and 9999/],
  ["2023-02-29T00:00:00Z", /calendar/],
  ["2024-13-01T00:00:00Z", /calendar/],
  ["2024-00-10T00:00:00Z", /calendar/],
  ["2024-01-01T24:00:00Z", /calendar/],
  ["2024-12-31T23:59:60Z", /calendar/],
  ["2024-01-01T10:00:00+99:00", /offset/],
  [1_732_000_000, /seconds/],
  [-1, /1970 and 9999/],
  [1e20, /1970 and 9999/],
  [Number.NaN, /1970 and 9999/],
  [true, /ISO 8601/],
  [{}, /ISO 8601/],
  ["2024-01-01T10:00:00" + " ".repeat(100_000), /ISO 8601/],
])("the date-time %j is refused", (value, message) => {
  expect(() => parseDateTime(value)).toThrow(message);
});

test("a date-time is written as ISO 8601 in UTC with milliseconds", () => {
  expect(formatDateTime(noon)).toBe("2024-12-01T10:00:00.000Z");
});
