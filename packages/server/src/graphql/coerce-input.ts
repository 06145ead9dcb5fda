import { isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredInputField } from "graphql";
import type { GraphQLEnumType, GraphQLInputObjectType, GraphQLInputType, GraphQLScalarType } from "graphql";
import { badInput } from "../records/errors.ts";
import type { RecordError } from "../records/errors.ts";

/** Error for an input value that does not match its type. Contains the path of the value. */
export class InputError extends Error {
  readonly path: (string | number)[] = [];
  readonly limit: number | undefined;

  constructor(message: string, limit?: number) {
    super(message);
    this.limit = limit;
  }

  /** Converts this error to a `RecordError` for the caller. `root` is the name of the variable or argument. */
  toRecordError(root: string): RecordError {
    const field = this.path.reduce<string>(
      (parent, key) => (typeof key === "number" ? `${parent}[${key}]` : `${parent}.${key}`),
      root,
    );
    return badInput(field, this.message, this.limit);
  }
}

/**
 * Coerces a JSON value to a resolver argument. Differs from the coercion of graphql-js in two ways: errors do not
 * repeat the value, and inputs of steps, threads and payloads may have unknown keys, because the published Literal AI
 * clients send such keys.
 */
export function coerceInput(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) {
    if (value === undefined) throw new InputError("is required");
    if (value === null) throw new InputError("must not be null");
    return coerceInput(type.ofType, value);
  }
  if (value === null || value === undefined) return null;
  if (isListType(type)) {
    const { ofType } = type;
    return Array.isArray(value)
      ? value.map((item, index) => coerceAt(index, ofType, item))
      : [coerceInput(ofType, value)];
  }
  if (isInputObjectType(type)) return coerceObject(type, value);
  return isEnumType(type) ? coerceEnum(type, value) : coerceScalar(type, value);
}

function coerceObject(type: GraphQLInputObjectType, value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new InputError("must be an object");
  const isRecord = type.name === "StepInput" || type.name === "ThreadInput" || type.name.endsWith("PayloadInput");
  if (!isRecord) refuseUnknownKeys(type, value);
  const source = value as Readonly<Record<string, unknown>>;
  const target: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const { name } = field;
    if (Object.hasOwn(source, name) && source[name] !== undefined) {
      target[name] = coerceAt(name, field.type, source[name]);
    } else if (isRequiredInputField(field)) {
      throw at(name, new InputError("is required"));
    } else if (field.default !== undefined) {
      throw new Error(`${type.name}.${name}: input defaults are not supported`);
    }
  }
  return target;
}

function coerceAt(key: string | number, type: GraphQLInputType, value: unknown): unknown {
  try {
    return coerceInput(type, value);
  } catch (error) {
    throw at(key, error);
  }
}

function at(key: string | number, error: unknown): unknown {
  if (error instanceof InputError) error.path.unshift(key);
  return error;
}

function refuseUnknownKeys(type: GraphQLInputObjectType, value: object): void {
  const known = type.getFields();
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(known, key)) throw at(key, new InputError(`is not a field of ${type.name}`));
  }
}

function coerceEnum(type: GraphQLEnumType, value: unknown): unknown {
  const known = typeof value === "string" ? type.getValue(value) : undefined;
  if (known) return known.value;
  const names = type.getValues().map(({ name }) => name);
  throw new InputError(`must be one of ${names.join(", ")}`);
}

function coerceScalar(type: GraphQLScalarType, value: unknown): unknown {
  try {
    return type.coerceInputValue(value);
  } catch (error) {
    const limit = (error as { extensions?: { limit?: unknown } }).extensions?.limit;
    throw new InputError((error as Error).message, typeof limit === "number" ? limit : undefined);
  }
}
