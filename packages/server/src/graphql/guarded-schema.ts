import { defaultFieldResolver, getNamedType, getNullableType, isInputObjectType, isListType } from "graphql";
import { isNonNullType, isObjectType } from "graphql";
import type { GraphQLArgument, GraphQLField, GraphQLFieldResolver, GraphQLSchema } from "graphql";
import { fieldRightOf } from "../access/field-rights.ts";
import type { Permission } from "../store/permissions.ts";
import { RecordError } from "../records/errors.ts";
import type { ExecutionContext } from "./execution-context.ts";

type Field = GraphQLField<unknown, ExecutionContext>;
type Resolver = GraphQLFieldResolver<unknown, ExecutionContext>;

/** Result of a write by an actor who may not read the record. Its fields return the values that the actor sent. */
class Echo {
  readonly record: unknown;
  readonly sent: Readonly<Record<string, unknown>>;

  constructor(record: unknown, sent: Readonly<Record<string, unknown>>) {
    this.record = record;
    this.sent = sent;
  }
}

/**
 * Changes a schema so that every field checks whether the actor may read it, and every mutation returns an {@link
 * Echo}. Used for actors that lack a permission for a selected field. Other actors use the schema without these checks.
 */
export function guardSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    if (type === schema.getQueryType() || type === schema.getSubscriptionType()) continue;
    const isMutation = type === schema.getMutationType();
    for (const field of Object.values(type.getFields()) as Field[]) {
      field.resolve = isMutation ? echoing(field) : guarded(`${type.name}.${field.name}`, field);
    }
  }
  return schema;
}

/**
 * Converts the result of a mutation to an {@link Echo}, for an actor that may not read the record. Converts each item
 * of a list.
 */
export function echoOf(result: unknown, args: readonly GraphQLArgument[], given: object): unknown {
  if (Array.isArray(result)) return result.map((item: unknown, index) => new Echo(item, sentBy(args, given, index)));
  return result === null || result === undefined ? result : new Echo(result, sentBy(args, given, 0));
}

/**
 * Returns the values that a request sent for one record, by name. If an argument is an input object, returns its fields
 * instead. A JSON argument is one value.
 */
function sentBy(args: readonly GraphQLArgument[], given: object, index: number): Readonly<Record<string, unknown>> {
  const values = new Map(Object.entries(given));
  const sent = args.flatMap(({ name, type }) => {
    const value: unknown = values.get(name);
    if (!isInputObjectType(getNamedType(type))) return values.has(name) ? [[name, value] as const] : [];
    const item: unknown = Array.isArray(value) ? value[index] : value;
    return item === null || item === undefined ? [] : Object.entries(item);
  });
  return Object.fromEntries(sent);
}

function echoing({ args, resolve = defaultFieldResolver }: Field): Resolver {
  return async (source, given, context, info) => {
    const result: unknown = await resolve(source, given, context, info);
    return echoOf(result, args, given);
  };
}

function guarded(coordinate: string, field: Field): Resolver {
  const { name, resolve = defaultFieldResolver } = field;
  const right = fieldRightOf(coordinate);
  return (source, args, context, info) => {
    const record = source instanceof Echo ? source.record : source;
    const permission = right === "sent" ? "read" : right;
    if (permission === "open" || (permission && context.actor.permissions?.has(permission))) {
      return resolve(record, args, context, info);
    }
    if (right === "sent" && source instanceof Echo) {
      const value = Object.hasOwn(source.sent, name) ? source.sent[name] : null;
      return value ?? withheld(coordinate, field);
    }
    throw refusal(coordinate, permission);
  };
}

/**
 * Returns the value of a field that an actor may not read and did not send: null or, if the field cannot be null, an
 * empty value. Throws if the type has no empty value.
 */
function withheld(coordinate: string, { type }: Field): unknown {
  if (!isNonNullType(type)) return null;
  if (isListType(getNullableType(type))) return [];
  if (getNamedType(type).name === "Json") return {};
  throw refusal(coordinate, "read");
}

function refusal(coordinate: string, permission: Permission | undefined): RecordError {
  const message = permission
    ? `${coordinate} requires the permission "${permission}"; without "read", a write returns only ids and the values it was given`
    : `${coordinate} is not readable`;
  return new RecordError("FORBIDDEN", message, { permission });
}
