import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  integer,
  letrec,
  oneof,
  record,
  string,
  tuple,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { buildSchema, getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { describe, expect, test } from "vitest";
import { sdl } from "@threadline/schema";
import { documentOf, operations } from "../schema-arguments.ts";
import { embedded } from "../trust-stores.ts";
import { byInputs } from "../../test-inputs.ts";
import { fuzzParameters } from "./fuzz-parameters.ts";
import { openFuzzTarget } from "./fuzz-target.ts";

const schema = buildSchema(sdl);
const query = schema.getQueryType() as GraphQLObjectType;
const mutation = schema.getMutationType() as GraphQLObjectType;

const names = constantFrom("a", "b", "F", "Query", "__typename", "__schema", "on", "null", "true", "_", "constructor");
const literals: Arbitrary<string> = letrec<{ value: string }>((tie) => ({
  value: oneof(
    { depthSize: "small", withCrossShrink: true },
    constantFrom(
      '"text"',
      '""',
      "1",
      "-0",
      "1.5",
      "1e400",
      "true",
      "null",
      "ASC",
      "eq",
      "$a",
      "$missing",
      '"""block"""',
      '"\\u0000"',
      "99999999999",
      '"a"',
      '"2026-01-01"',
    ),
    array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(" ")}]`),
    array(tuple(names, tie("value")), { maxLength: 3 }).map(
      (fields) => `{${fields.map(([name, value]) => `${name}: ${value}`).join(" ")}}`,
    ),
  ),
})).value;
const directives = constantFrom(
  "",
  "",
  "",
  "",
  " @skip(if: false)",
  " @include(if: $a)",
  " @skip",
  " @nothing",
  " @deprecated",
);

/** Generates a selection of mostly existing fields, with mostly existing arguments. */
function selectionOf(type: GraphQLObjectType, depth: number): Arbitrary<string> {
  const fields = Object.values(type.getFields());
  const field = constantFrom(...fields).chain((chosen) => {
    const child = getNamedType(chosen.type);
    const below = isObjectType(child) && depth > 0 ? selectionOf(child, depth - 1) : constant("");
    const needsMore = isObjectType(child) && depth <= 0;
    const given = array(
      tuple(chosen.args.length > 0 ? constantFrom(...chosen.args.map(({ name }) => name), "none") : names, literals),
      { maxLength: chosen.args.length > 0 ? 3 : 0 },
    );
    return record({ alias: constantFrom("", "", "", "a: ", "b: "), given, directive: directives, below }).map(
      ({ alias, given: args, directive, below: inner }) =>
        `${alias}${chosen.name}${args.length > 0 ? `(${args.map(([name, value]) => `${name}: ${value}`).join(" ")})` : ""}${directive} ${needsMore ? "{ __typename }" : inner}`,
    );
  });
  const odd = constantFrom(
    "...F",
    "... on Query { __typename }",
    "... { __typename }",
    "__typename",
    "nothing",
    "...",
    "__schema { types { name fields { name } } }",
    '__type(name: "Step") { name }',
    "... @skip(if: true) { a: __typename }",
  );
  return array(oneof({ arbitrary: field, weight: 8 }, { arbitrary: odd, weight: 1 }), {
    minLength: 1,
    maxLength: 3,
  }).map((all) => `{ ${all.join(" ")} }`);
}

const fromGrammar: Arbitrary<string> = record({
  head: constantFrom(
    "",
    "query ",
    "query Q ",
    "query ($a: Boolean = true) ",
    "query ($a: [Json!]!) ",
    "query ($a: Nothing) ",
    "subscription ",
  ),
  body: selectionOf(query, 3),
  fragment: oneof(
    { arbitrary: constant(""), weight: 3 },
    selectionOf(query, 2).map((body) => ` fragment F on Query ${body}`),
  ),
}).map(({ head, body, fragment }) => `${head}${body}${fragment}`);
const changing: Arbitrary<string> = record({
  head: constantFrom("mutation ", "mutation ($a: Boolean) "),
  body: selectionOf(mutation, 2),
}).map(({ head, body }) => head + body);

/** Mutated documents: bytes changed, removed, inserted or repeated. */
const whole = operations.map((operation) =>
  documentOf(
    operation,
    operation.field.args.map(({ name }) => name),
    2,
  ),
);
const broken: Arbitrary<string> = tuple(
  constantFrom(...whole),
  array(
    tuple(
      integer({ min: 0, max: 400 }),
      integer({ min: 0, max: 30 }),
      oneof(
        string({ unit: "binary", maxLength: 6 }),
        constantFrom(
          "{",
          "}",
          "(",
          ")",
          "[",
          "]",
          '"',
          '"""',
          "...",
          "$",
          "@",
          "#",
          "\u0000",
          "\ufeff",
          "\\u{110000}",
          "&",
          "!",
        ),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  ),
  boolean(),
).map(([document, edits, repeats]) => {
  const edited = edits.reduce((rest, [at, length, put]) => rest.slice(0, at) + put + rest.slice(at + length), document);
  return repeats ? `${edited} ${edited}` : edited;
});
const tokens = array(
  constantFrom(
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":",
    "!",
    "=",
    "@",
    "$a",
    "a",
    "...",
    "on",
    "query",
    "mutation",
    "fragment",
    "F",
    "1",
    '"x"',
    "threads",
    "ingestStep",
    "|",
    "&",
    "extend",
    "type",
  ),
  { maxLength: 40 },
).map((all) => all.join(" "));

const batches: Arbitrary<string> = tuple(
  constantFrom("ingestStep", "createScore", "addGenerationToDataset"),
  array(
    tuple(
      constantFrom("a", "b", "c", "d"),
      array(
        tuple(
          constantFrom(
            "id",
            "name",
            "input",
            "stepId",
            "datasetId",
            "generationId",
            "type",
            "value",
            "tags",
            "nothing",
          ),
          literals,
        ),
        { maxLength: 4 },
      ),
      constantFrom("{ ok }", "{ id }", "{ ok message }", "{ step { id } }", "", "{ __typename }"),
    ),
    { minLength: 1, maxLength: 5 },
  ),
).map(
  ([field, items]) =>
    `mutation ($a: String) { ${items.map(([alias, args, selection], index) => `${alias}${index}: ${field}(${args.map(([name, value]) => `${name}: ${value}`).join(", ")}) ${selection}`).join(" ")} }`,
);

const families: Readonly<Record<string, Arbitrary<string>>> = {
  "documents from a grammar": oneof(
    { arbitrary: fromGrammar, weight: 5 },
    { arbitrary: changing, weight: 2 },
    { arbitrary: batches, weight: 2 },
  ),
  "documents that were broken": oneof(
    { arbitrary: broken, weight: 4 },
    { arbitrary: tokens, weight: 1 },
    { arbitrary: string({ unit: "binary", maxLength: 200 }), weight: 1 },
  ),
};
const variables = oneof(
  constant({}),
  constant({ a: true }),
  constant({ a: "text" }),
  constant({ a: [1] }),
  constant({ __proto__: null, a: { b: 1 } }),
);

describe("on the embedded store", () => {
  const { open } = embedded;

  test.each(Object.entries(families))(
    "Q1: no %s crash the service",
    { timeout: 600_000 },
    async (family, documents) => {
      const target = await openFuzzTarget(open);
      let executed = 0;
      await assert(
        asyncProperty(documents, variables, async (document, given) => {
          const answer = await target.graphql(document, given);
          if (answer.includes('"data"')) executed += 1;
        }),
        fuzzParameters(family),
      );
      await target.checkAlive();
      // Only few of the mutated documents are valid.
      expect(executed).toBeGreaterThanOrEqual(byInputs({ few: 0, some: 0, many: 1, all: 1 }));
    },
  );
});
