import type { JsonValue } from "@threadline/schema/sdk";
import { expect, test } from "vitest";
import type { FilterOperator } from "../../../generated/analytics.ts";
import { formatConditionValue, parseConditionValue } from "./condition-value.ts";
import type { FilterKind } from "./filter-fields.ts";

test.each([
  ["string", "eq", " 42 ", "42"],
  ["string", "ilike", " two words ", " two words "],
  ["string", "in", "a, b,, c ", ["a", "b", "c"]],
  ["number", "gte", "0.5", 0.5],
  ["number", "gte", "fast", undefined],
  ["datetime", "lt", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
  ["datetime", "lt", "soon", undefined],
  ["json", "eq", "42", 42],
  ["json", "eq", '"42"', "42"],
  ["json", "eq", "true", true],
  ["json", "in", 'pro, 3, "3"', ["pro", 3, "3"]],
  ["json", "ilike", "42", "42"],
  ["list", "in", "", undefined],
  ["json", "is", "whatever", null],
] as const)("in a %s field with the operator %s, the text %j means %j", (kind, operator, text, value) => {
  expect(parseConditionValue({ kind, operator, text })).toEqual(value);
});

const values: [FilterKind, FilterOperator, JsonValue][] = [
  ["json", "eq", "42"],
  ["json", "eq", 42],
  ["json", "eq", "plain"],
  ["json", "in", ["a", true, "true"]],
  ["string", "in", ["a", "b"]],
  ["number", "lt", -1.5],
];

test.each(values)(
  "a value of a %s field with the operator %s is read back from its text: %j",
  (kind, operator, value) => {
    const text = formatConditionValue(value, kind, operator);
    expect(parseConditionValue({ kind, operator, text })).toEqual(value);
  },
);
