import { expect, test } from "vitest";
import { checkItems, readItemSchema } from "./item-schema.ts";

const item = (input: unknown) => ({ input: input as never, expectedOutput: null, metadata: null });

test.each([
  [{ input: 5 }, "itemSchema.input: must be an object, true or false"],
  [{ output: {} }, "itemSchema.output: is not one of input, expectedOutput, metadata"],
  [{ input: { properties: { a: { pattern: "(a+)+$" } } } }, "itemSchema.input.properties.a.pattern: is not supported"],
  [{ input: { items: { uniqueItems: true } } }, "itemSchema.input.items.uniqueItems: is not supported"],
  [
    { input: { $ref: "https://example.com/x" } },
    "itemSchema.input.$ref: must start with #, because it can only refer to a part of the same schema",
  ],
  [{ input: { $ref: "#" } }, "itemSchema.input: is not a valid JSON schema: "],
])("the schema %j is rejected", (schema, problem) => {
  expect(() => {
    const read = readItemSchema("itemSchema", schema);
    checkItems(read ?? null, [item(1)]);
  }).toThrow(problem);
});

test("properties may have the names of keywords", () => {
  const schema = {
    input: { properties: { pattern: { type: "string" }, format: { type: "string" } }, required: ["format"] },
  };
  expect(readItemSchema("itemSchema", schema)).toEqual(schema);
  checkItems(schema, [item({ format: "x", pattern: "((" })]);
  expect(() => checkItems(schema, [item({ format: 1 })])).toThrow("input.format: ");
  expect(readItemSchema("itemSchema", {})).toBeNull();
});

test("the check of a schema stops at its budget if each level of references doubles the work", () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  );
  const schema = { input: { $defs: { ...$defs, d40: true }, $ref: "#/$defs/d0" } };
  expect(() => checkItems(schema, [item("x")])).toThrow("takes too long");
});

test("items of one request share the budget, and later requests have their own", () => {
  const schema = { input: { items: { type: "number" } } };
  const large = item(Array.from({ length: 300_000 }, () => 1));
  checkItems(schema, [large]);
  checkItems(schema, [large]);
  expect(() => checkItems(schema, [large, large])).toThrow("takes too long");
});
