import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { GraphQLField, GraphQLInputType } from "graphql";
import { beforeAll, expect, test } from "vitest";
import { sdl } from "@threadline/schema";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

const schema = buildSchema(sdl);
const rootFields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    kind: type === schema.getQueryType() ? "query" : "mutation",
    field,
  })),
);

const hostile: Readonly<Record<string, readonly unknown[]>> = {
  String: ["", "\0", "\uD800", "a\uDC00b", "' OR 1=1 --", "%_\\", "__proto__", "x".repeat(20_000), "𐍈👩‍👩‍👧"],
  ID: ["", "\0", "eyJ9", "-1", "__proto__"],
  Int: [0, -1, 2_147_483_647, -2_147_483_648],
  Float: [0, -0, 1e308, -1e308, 5e-324],
  DateTime: ["1970-01-01", "9999-12-31 23:59:59.999999", 253_402_300_799_999],
  Boolean: [true],
  Json: [
    null,
    "\0\uD800",
    JSON.parse(`{"__proto__":{"polluted":true},"constructor":{"prototype":{}},"\\u0000":1,"":2}`),
    JSON.parse("[".repeat(3_000) + "]".repeat(3_000)),
    JSON.parse("[1e400]"),
    JSON.parse("[9007199254740993,-0]"),
    [[]],
    42,
  ],
};

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

test.each(rootFields.map((root) => [root.field.name, root] as const))(
  "%s handles hostile arguments without internal errors",
  async (_name, root) => {
    for (const argument of root.field.args) {
      for (const value of hostileValues(argument.type)) {
        const { errors } = await api.execute(documentOf(root.kind, root.field), {
          ...ordinaryArguments(root.field),
          [argument.name]: value,
        });
        const accidents = (errors ?? []).filter(
          ({ extensions, message }) => !("code" in extensions || /^(Variable|Argument) "/.test(message)),
        );
        expect({ argument: argument.name, value, accidents }).toEqual({
          argument: argument.name,
          value,
          accidents: [],
        });
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

function documentOf(kind: string, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const variables = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(", ");
  const given = args.map((argument) => `${argument.name}: $${argument.name}`).join(", ");
  const result = getNamedType(type);
  const leaves = isObjectType(result)
    ? Object.values(result.getFields()).filter((field) => !isObjectType(getNamedType(field.type)))
    : [];
  const names = leaves.length > 0 ? leaves.map((leaf) => leaf.name) : ["__typename"];
  const selection = isObjectType(result) ? `{ ${names.join(" ")} }` : "";
  return `${kind} (${variables}) { ${name}(${given}) ${selection} }`;
}

function ordinaryArguments({ args }: GraphQLField<unknown, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    args.filter(({ type }) => isNonNullType(type)).map((argument) => [argument.name, ordinaryValue(argument.type)]),
  );
}

function ordinaryValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return ordinaryValue(type.ofType);
  if (isListType(type)) return [ordinaryValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(requiredFields(type.getFields()).map((field) => [field.name, ordinaryValue(field.type)]));
  return getNamedType(type).name === "String" ? "x" : 1;
}

/** Returns hostile values of a type. In each value of an input object, only one field is hostile. */
function hostileValues(type: GraphQLInputType): unknown[] {
  if (isNonNullType(type)) return hostileValues(type.ofType);
  if (isListType(type)) return [[], ...hostileValues(type.ofType).map((value) => [value, value])];
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (!isInputObjectType(type)) return [null, ...(hostile[getNamedType(type).name] ?? [])];
  const ordinary = Object(ordinaryValue(type));
  return Object.values(type.getFields()).flatMap((field) =>
    hostileValues(field.type).map((value) => ({ ...ordinary, [field.name]: value })),
  );
}

function requiredFields<Field extends { readonly type: GraphQLInputType }>(
  fields: Readonly<Record<string, Field>>,
): Field[] {
  return Object.values(fields).filter(({ type }) => isNonNullType(type));
}
