import { GraphQLScalarType, Kind } from "graphql";
import type { ConstValueNode } from "graphql";
import { formatDateTime, parseDateTime, parsePreciseDateTime } from "../records/date-time.ts";
import type { JsonValue } from "../json/json-value.ts";

/** Date-time: epoch milliseconds in code, ISO 8601 in UTC in requests and responses. */
export const dateTimeScalar: GraphQLScalarType<number, string> = new GraphQLScalarType({
  name: "DateTime",
  coerceInputValue: parseDateTime,
  coerceInputLiteral: (node) => parseDateTime(valueOfLiteral(node)),
  coerceOutputValue: (value) => formatDateTime(value as number),
});

/** Date-time with microseconds: epoch milliseconds with a fraction in code. Only for input. */
export const preciseDateTimeScalar: GraphQLScalarType<number, string> = new GraphQLScalarType({
  name: "PreciseDateTime",
  coerceInputValue: parsePreciseDateTime,
  coerceInputLiteral: (node) => parsePreciseDateTime(valueOfLiteral(node)),
  coerceOutputValue: (value) => formatDateTime(value as number),
});

/** Any JSON value, unchanged. */
export const jsonScalar: GraphQLScalarType<JsonValue> = new GraphQLScalarType({
  name: "Json",
  // Values of a request are already parsed JSON.
  coerceInputValue: (value) => value as JsonValue,
  coerceInputLiteral: valueOfLiteral,
  coerceOutputValue: (value) => value as JsonValue,
});

/** Returns the value of a literal. The engine limits the depth of documents, which also limits this recursion. */
function valueOfLiteral(node: ConstValueNode): JsonValue {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map(valueOfLiteral);
    case Kind.OBJECT:
      // `Object.fromEntries` defines properties, so `__proto__` is a key like any other.
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, valueOfLiteral(value)]));
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
  }
}
