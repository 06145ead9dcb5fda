import {
  array,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  property,
  string,
  tuple,
  configureGlobal,
} from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

// With a fixed seed, every run tests the same inputs.
configureGlobal({ seed: 20_261_121 });

test.each([
  ['{"h":1,"\\n":2}', "\n"],
  ['{"h":1,"\\"":2}', '"'],
  ['{"h":1,"\\u0041":2}', "A"],
  ['{"h":1,"\\\\":2}', "\\"],
  ['{ "h" : [ ] , "\\t" : { } }', "\t"],
])("a key of %s is parsed correctly, independent of other objects", (text, key) => {
  for (const before of ['{"h":[],"\\\\":0}', '{"h":1,"a\\\\":0}']) JSON.parse(before);
  expect(Object.keys(parseJson(text) as object)).toEqual(["h", key]);
});

test("any value is parsed as it was serialized", () => {
  const key = oneof(
    string({ unit: "binary", maxLength: 6 }),
    constantFrom("\\", "\n", '"', "\\n", "a\\", "a\n", "\ud800", "__proto__", "\\\\", '\\"'),
  );
  const value = oneof(
    jsonValue({ stringUnit: "binary" }),
    dictionary(key, oneof(key, jsonValue({ maxDepth: 1 })), { maxKeys: 6 }),
  );
  const space = constantFrom(undefined, 1, "\t", " \n");
  assert(
    property(array(value, { maxLength: 3 }), space, (values, indent) => {
      const text = JSON.stringify(values, null, indent);
      expect(JSON.stringify(parseJson(text), null, indent)).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test("invalid JSON is rejected as by JSON.parse", () => {
  const pieces = constantFrom(
    '{"\\n":',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"\\n"',
    "1",
    "-",
    "01",
    "true",
    "nul",
    '"',
    "\\",
    " ",
  );
  assert(
    property(tuple(array(pieces, { maxLength: 8 })), ([parts]) => {
      const text = parts.join("");
      expect(outcomeOf(() => parseJson(text))).toBe(outcomeOf(() => JSON.parse(text)));
    }),
    { numRuns: 2_000 },
  );
});

test("the last of two equal keys counts, and __proto__ is a key", () => {
  expect(JSON.stringify(parseJson('{"\\u0061":1,"b":2,"a":3}'))).toBe('{"a":3,"b":2}');
  const value = parseJson('{"\\n":1,"__proto__":{"polluted":true}}');
  expect(Object.keys(value as object)).toEqual(["\n", "__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

/** Returns the parsed value as text. Keys are replaced, because V8 may return wrong text for keys with escapes. */
function outcomeOf(parse: () => unknown): string {
  try {
    return JSON.stringify(parse()).replaceAll(/"(?:[^"\\]|\\.)*":/g, "key:");
  } catch (error) {
    return String(error);
  }
}
