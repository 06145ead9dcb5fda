import { isEnumType, isInputObjectType, isListType, isNonNullType, isRequiredInputField } from "graphql";
import type { GraphQLEnumType, GraphQLInputObjectType, GraphQLInputType, GraphQLScalarType } from "graphql";
import { badInput } from "../records/errors.ts";
import type { RecordError } from "../records/errors.ts";

/** Turns a JSON value into what a resolver takes; throws an {@link InputError}. */
export type Coercer = (value: unknown) => unknown;

/** A value that its type refuses, and the way to it. */
export class InputError extends Error {
  readonly path: (string | number)[] = [];
  readonly limit: number | undefined;

  constructor(message: string, limit?: number) {
    super(message);
    this.limit = limit;
  }

  /** The error for the caller; `root` is the name of the variable or argument. */
  toRecordError(root: string): RecordError {
    const field = this.path.reduce<string>(
      (parent, key) => (typeof key === "number" ? `${parent}[${key}]` : `${parent}.${key}`),
      root,
    );
    return badInput(field, this.message, this.limit);
  }
}

/**
 * Compiles coercers once per type; graphql's own walks the type for each value and costs three times as much per step.
 * Payload inputs ignore the keys that they do not know, as the published clients send some; all others refuse them.
 */
export class CoercerCompiler {
  readonly #compiled = new Map<string, Coercer>();

  compile(type: GraphQLInputType): Coercer {
    const name = String(type);
    const known = this.#compiled.get(name);
    if (known) return known;
    const coercer = this.#create(type);
    this.#compiled.set(name, coercer);
    return coercer;
  }

  #create(type: GraphQLInputType): Coercer {
    if (isNonNullType(type)) return requireValue(this.compile(type.ofType));
    if (isListType(type)) return coerceList(this.compile(type.ofType));
    if (isInputObjectType(type)) return this.#createObject(type);
    return isEnumType(type) ? coerceEnum(type) : coerceScalar(type);
  }

  #createObject(type: GraphQLInputObjectType): Coercer {
    const isOpen = type.name === "StepInput" || type.name.endsWith("PayloadInput");
    const definitions = type.getFields();
    const fields = Object.values(definitions).map((field) => {
      if (field.default !== undefined) throw new Error(`${type.name}.${field.name}: input defaults are not supported`);
      return { name: field.name, coerce: this.compile(field.type), isRequired: isRequiredInputField(field) };
    });
    return (value) => {
      if (value == null) return null;
      if (typeof value !== "object" || Array.isArray(value)) throw new InputError("must be an object");
      if (!isOpen) refuseUnknownKeys(type, value);
      const source = value as Readonly<Record<string, unknown>>;
      const target: Record<string, unknown> = {};
      for (const { name, coerce, isRequired } of fields) {
        if (Object.hasOwn(source, name) && source[name] !== undefined) {
          target[name] = coerceAt(name, coerce, source[name]);
        } else if (isRequired) {
          throw at(name, new InputError("is required"));
        }
      }
      return target;
    };
  }
}

/** Coerces a part, and adds its place to an error. */
function coerceAt(key: string | number, coerce: Coercer, value: unknown): unknown {
  try {
    return coerce(value);
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

function requireValue(coerce: Coercer): Coercer {
  return (value) => {
    if (value === undefined) throw new InputError("is required");
    if (value === null) throw new InputError("must not be null");
    return coerce(value);
  };
}

function coerceList(coerce: Coercer): Coercer {
  return (value) => {
    if (value == null) return null;
    if (!Array.isArray(value)) return [coerce(value)];
    return value.map((item, index) => coerceAt(index, coerce, item));
  };
}

function coerceEnum(type: GraphQLEnumType): Coercer {
  const values = new Map(type.getValues().map(({ name, value }) => [name, value as unknown]));
  return (value) => {
    if (value == null) return null;
    if (typeof value === "string" && values.has(value)) return values.get(value);
    throw new InputError(`must be one of ${[...values.keys()].join(", ")}`);
  };
}

function coerceScalar(type: GraphQLScalarType): Coercer {
  return (value) => {
    if (value == null) return null;
    try {
      return type.coerceInputValue(value);
    } catch (error) {
      const limit = (error as { extensions?: { limit?: unknown } }).extensions?.limit;
      throw new InputError((error as Error).message, typeof limit === "number" ? limit : undefined);
    }
  };
}
