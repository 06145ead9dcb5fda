import { buildSchema, getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType } from "graphql";
import { isObjectType } from "graphql";
import type { GraphQLField, GraphQLInputType, GraphQLNamedInputType, GraphQLOutputType } from "graphql";
import { sdl } from "@threadline/schema";
import { argumentKinds } from "./argument-kinds.ts";
import { inputFieldKinds } from "./input-field-kinds.ts";
import type { ArgumentKind } from "./argument-kinds.ts";

const schema = buildSchema(sdl);

export interface Operation {
  /** Coordinate in the schema, such as `Query.step`. */
  readonly coordinate: string;
  readonly kind: "mutation" | "query" | "subscription";
  readonly field: GraphQLField<unknown, unknown>;
}

export const operations: readonly Operation[] = (["Query", "Mutation", "Subscription"] as const).flatMap((name) =>
  Object.values((schema.getType(name) as { getFields?: () => object } | undefined)?.getFields?.() ?? {}).map(
    (field: GraphQLField<unknown, unknown>): Operation => ({
      coordinate: `${name}.${field.name}`,
      kind: name.toLowerCase() as Operation["kind"],
      field,
    }),
  ),
);

/** A text or JSON argument, or a text or JSON field of an input object. */
export interface Place {
  readonly operation: Operation;
  readonly path: readonly string[];
  /** Coordinate in the schema, such as `ScorePayloadInput.stepId`. */
  readonly coordinate: string;
  /** Undefined if neither `argument-kinds.ts` nor `input-field-kinds.ts` lists the argument. */
  readonly kind: ArgumentKind | undefined;
}

/** The text and JSON arguments of every operation in the schema. */
export const places: readonly Place[] = operations.flatMap((operation) =>
  operation.field.args.flatMap(({ name, type }) =>
    placesOf(operation, [name], `${operation.coordinate}.${name}`, argumentKinds[operation.coordinate]?.[name], type),
  ),
);

/** Returns the entries of `argumentKinds` and `inputFieldKinds` that are not in the schema. */
export function staleRows(): string[] {
  const known = new Set(places.map(({ coordinate }) => coordinate));
  const given = [...Object.entries(argumentKinds), ...Object.entries(inputFieldKinds)].flatMap(([owner, row]) =>
    Object.keys(row).map((name) => `${owner}.${name}`),
  );
  return given.filter((coordinate) => !known.has(coordinate));
}

/** Returns the names of all input objects that an operation accepts. */
export function inputObjects(): string[] {
  const names = new Set<string>();
  const visit = (type: GraphQLNamedInputType): void => {
    if (!isInputObjectType(type) || names.has(type.name)) return;
    names.add(type.name);
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  for (const { field } of operations) for (const argument of field.args) visit(getNamedType(argument.type));
  return [...names];
}

function placesOf(
  operation: Operation,
  path: readonly string[],
  coordinate: string,
  kind: ArgumentKind | undefined,
  type: GraphQLInputType,
): Place[] {
  const named = getNamedType(type);
  if (isInputObjectType(named)) {
    return Object.values(named.getFields()).flatMap((field) =>
      placesOf(
        operation,
        [...path, field.name],
        `${named.name}.${field.name}`,
        inputFieldKinds[named.name]?.[field.name],
        field.type,
      ),
    );
  }
  return ["ID", "Json", "String"].includes(named.name) ? [{ operation, path, coordinate, kind }] : [];
}

/** Arguments that the service requires unless the alternative is given. The schema does not require these arguments. */
const choices: Readonly<Record<string, { readonly name: string; readonly unless: string }>> = {
  "Query.comments": { name: "threadId", unless: "stepId" },
  "Mutation.testEvaluator": { name: "versionId", unless: "version" },
  "Mutation.createComment": { name: "threadId", unless: "stepId" },
};

/** Creates the arguments of an operation: required ones with ordinary values, and `value` at the path. */
export function argumentsWith(
  operation: Operation,
  ordinary: (coordinate: string, kind: ArgumentKind | undefined) => unknown,
  place?: { readonly path: readonly string[]; readonly value: unknown },
): Record<string, unknown> {
  const [name, ...rest] = place?.path ?? [];
  const choice = choices[operation.coordinate];
  const also = choice?.unless === name ? undefined : choice?.name;
  return Object.fromEntries(
    operation.field.args
      .filter((argument) => isNonNullType(argument.type) || [name, also].includes(argument.name))
      .map((argument) => {
        const coordinate = `${operation.coordinate}.${argument.name}`;
        const kind = argumentKinds[operation.coordinate]?.[argument.name];
        const below = argument.name === name ? { path: rest, value: place?.value } : undefined;
        return [argument.name, valueOf(argument.type, { coordinate, kind, ordinary, below })];
      }),
  );
}

interface Wanted {
  readonly coordinate: string;
  readonly kind: ArgumentKind | undefined;
  readonly ordinary: (coordinate: string, kind: ArgumentKind | undefined) => unknown;
  readonly below: { readonly path: readonly string[]; readonly value: unknown } | undefined;
}

function valueOf(type: GraphQLInputType, wanted: Wanted): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType, wanted);
  if (isListType(type)) return [valueOf(type.ofType, wanted)];
  const { below, ordinary, coordinate, kind } = wanted;
  if (below && below.path.length === 0) return below.value;
  if (isEnumType(type)) return ordinary(coordinate, kind) ?? type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return ordinary(coordinate, kind) ?? scalarOf(type.name);
  const [name, ...rest] = below?.path ?? [];
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type) || field.name === name)
      .map((field) => [
        field.name,
        valueOf(field.type, {
          coordinate: `${type.name}.${field.name}`,
          kind: inputFieldKinds[type.name]?.[field.name],
          ordinary,
          below: field.name === name ? { path: rest, value: below?.value } : undefined,
        }),
      ]),
  );
}

function scalarOf(name: string): unknown {
  if (name === "DateTime") return "2026-01-01T00:00:00.000Z";
  if (name === "Boolean") return true;
  return name === "Int" || name === "Float" ? 1 : "text";
}

/**
 * Returns a document that uses an operation with these arguments, each as a variable. The selected fields are at most
 * `depth` levels deep.
 */
export function documentOf({ kind, field }: Operation, names: readonly string[], depth: number): string {
  const args = field.args.filter(({ name }) => names.includes(name));
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(", ");
  const given = args.map(({ name }) => `${name}: $${name}`).join(", ");
  const call = given === "" ? field.name : `${field.name}(${given})`;
  return `${kind} ${declared === "" ? "" : `(${declared})`} { ${call} ${selectionOf(field.type, depth)} }`;
}

/** Selects every field to a depth, without recursive lists. */
export function selectionOf(type: GraphQLOutputType, depth: number, lists: readonly string[] = []): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const fields = Object.values(named.getFields()).flatMap((field) => {
    const child = getNamedType(field.type);
    const called = `${field.name}${requiredArguments(field)}`;
    if (!isObjectType(child)) return [called];
    const coordinate = `${named.name}.${field.name}`;
    if (depth <= 1 || lists.includes(coordinate)) return [];
    return [`${called} ${selectionOf(field.type, depth - 1, [...lists, coordinate])}`];
  });
  return `{ ${fields.length > 0 ? fields.join(" ") : "__typename"} }`;
}

/**
 * Returns the required arguments of a field as GraphQL text, or an empty text. String arguments are "e", which occurs
 * in most texts.
 */
function requiredArguments(field: GraphQLField<unknown, unknown>): string {
  const required = field.args.filter(({ type }) => isNonNullType(type));
  const literals = required.map(({ name, type }) => `${name}: ${getNamedType(type).name === "String" ? '"e"' : 1}`);
  return literals.length === 0 ? "" : `(${literals.join(", ")})`;
}
