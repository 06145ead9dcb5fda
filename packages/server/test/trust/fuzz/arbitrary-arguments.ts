import {
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  jsonValue,
  oneof,
  option,
  record,
  string,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { isEnumType, isInputObjectType, isListType, isNonNullType } from "graphql";
import type { GraphQLInputType } from "graphql";
import { filterFields } from "../../../src/store/filter-fields.ts";
import type { Operation } from "../schema-arguments.ts";

/** Few ids, so that requests affect each other's records. */
const ids = ["a", "b", "c", "thread", "step", "user", "__proto__", "constructor", "toString"];
const hostileTexts = [
  "",
  " ",
  "\0",
  "\ud800",
  "a\udc00b",
  "' OR 1=1 --",
  "%_\\",
  "__proto__",
  "constructor.prototype",
  "hasOwnProperty",
  "\u202e\u200b\ufeff",
  "{{#a}}{{/b}}",
  "(a+)+$",
  '$["a"][0]',
  "a.b.c",
  "x".repeat(256),
  "é".repeat(1_001),
  "-1",
  "NaN",
  "null",
  "2026-01-01T00:00:00Z",
];
const fieldNames = [...new Set(Object.values(filterFields).flatMap((fields) => Object.keys(fields)))];
const environmentNames = ["dev", "prod"];

const text: Arbitrary<unknown> = oneof(
  { arbitrary: constantFrom(...ids), weight: 6 },
  { arbitrary: constantFrom(...hostileTexts), weight: 2 },
  { arbitrary: string({ unit: "binary", maxLength: 20 }), weight: 2 },
  { arbitrary: constantFrom(...environmentNames), weight: 1 },
);
const integers: Arbitrary<unknown> = oneof(
  integer({ min: -2, max: 120 }),
  constantFrom(0, -0, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 1e9, 0.5),
);
const floats: Arbitrary<unknown> = oneof(double({ noNaN: true, noDefaultInfinity: true }), integers);
const dates: Arbitrary<unknown> = oneof(
  { arbitrary: integer({ min: 0, max: 60 }).map((day) => new Date(Date.UTC(2026, 0, day)).toISOString()), weight: 4 },
  constantFrom<unknown>(
    "1969-12-31",
    "1970-01-01",
    "9999-12-31T23:59:59.999Z",
    "+020000-01-01T00:00:00Z",
    "2026-02-30",
    "2026-01-01T00:00:60Z",
    "2026-01-01 00:00+14:00",
    "now",
    "infinity",
    0,
    -1,
    8.64e15,
    1e300,
    "",
  ),
);
const json: Arbitrary<unknown> = oneof(
  { arbitrary: jsonValue({ maxDepth: 3 }), weight: 4 },
  { arbitrary: text, weight: 1 },
  {
    arbitrary: constantFrom<unknown>(
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
      JSON.parse("[".repeat(200) + "]".repeat(200)),
      JSON.parse('{"a":'.repeat(150) + "1" + "}".repeat(150)),
      [{ role: "user", content: "{{a}} {{#b}}{{c.d}}{{/b}}" }],
      [{ role: "user", content: "{{#a}}" }],
      { provider: "openai", model: "gpt-4" },
      { content: ["a", { b: [null, 1e308, -0, 5e-324] }] },
    ),
    weight: 2,
  },
);

/** Generates values for a type: most valid, some almost valid, some invalid. */
function arbitraryOf(type: GraphQLInputType, name = "", depth = 0): Arbitrary<unknown> {
  if (isNonNullType(type)) return arbitraryOf(type.ofType, name, depth);
  if (isListType(type)) return array(arbitraryOf(type.ofType, name, depth + 1), { maxLength: 3 });
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const model = Object.fromEntries(
      fields.map((field) => [field.name, rarelyWrong(field.type, field.name, depth + 1)]),
    );
    const requiredKeys = fields.filter((field) => isNonNullType(field.type)).map((field) => field.name);
    return record(model, { requiredKeys });
  }
  if (isEnumType(type)) return constantFrom(...type.getValues().map((value) => value.name));
  if (type.name === "Int") return integers;
  if (type.name === "Float") return floats;
  if (type.name === "Boolean") return boolean();
  if (type.name === "DateTime") return dates;
  if (type.name === "Json") return name === "value" ? oneof(json, floats, dates, array(text, { maxLength: 3 })) : json;
  if (name === "field" || name === "column") return oneof({ arbitrary: constantFrom(...fieldNames), weight: 9 }, text);
  return text;
}

function rarelyWrong(type: GraphQLInputType, name: string, depth = 0): Arbitrary<unknown> {
  return oneof(
    { arbitrary: arbitraryOf(type, name, depth), weight: 40 },
    { arbitrary: constant(null), weight: 2 },
    { arbitrary: json, weight: 1 },
  );
}

export function arbitraryVariables({ field }: Operation): Arbitrary<object> {
  const model = Object.fromEntries(
    field.args.map(({ name, type }) => [
      name,
      isNonNullType(type) ? rarelyWrong(type, name) : option(rarelyWrong(type, name), { nil: undefined, freq: 2 }),
    ]),
  );
  return record(model);
}
