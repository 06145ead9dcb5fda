import { buildASTSchema, GraphQLObjectType, GraphQLSchema, isObjectType, isScalarType, parse } from "graphql";
import type { DocumentNode, GraphQLFieldResolver, GraphQLScalarType } from "graphql";
import { sdl } from "@threadline/schema";
import type { ExecutionContext } from "./execution-context.ts";

/** Resolvers of each object type, and the scalars. A field without a resolver returns the property with its name. */
export type ResolverMap = Readonly<Record<string, object | undefined>>;

/** The parsed schema definition. All schemas of the process share it, because schemas refer to its nodes. */
let contract: DocumentNode | undefined;

export function createSchema(resolvers: ResolverMap): GraphQLSchema {
  // `codegen` has already validated the SDL.
  const schema = buildASTSchema((contract ??= parse(sdl)), { assumeValidSDL: true });
  for (const [typeName, entry] of Object.entries(resolvers)) {
    const type = schema.getType(typeName);
    if (isScalarType(type)) attachScalar(type, entry as GraphQLScalarType);
    else if (isObjectType(type)) attachFields(type, entry as Readonly<Record<string, FieldResolver | FieldSubscriber>>);
    else throw new Error(`Resolvers for "${typeName}", which is not in the schema`);
  }
  return schema;
}

/**
 * Creates a schema with which graphql-js serializes the results of mutations that were already executed. It has a query
 * field for each of the given mutations. Executions pass the results as root value: a map by alias.
 */
export function createResultSchema(schema: GraphQLSchema, mutations: readonly string[]): GraphQLSchema {
  const fields = schema.getMutationType()?.getFields() ?? {};
  const results = mutations.map((name) => {
    const field = fields[name];
    if (!field) throw new Error(`The schema has no mutation "${name}"`);
    return [name, { type: field.type, resolve: resultOfKey }] as const;
  });
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields: Object.fromEntries(results) }) });
}

type FieldResolver = GraphQLFieldResolver<unknown, ExecutionContext>;
interface FieldSubscriber {
  readonly subscribe: FieldResolver;
}

const resultOfKey: GraphQLFieldResolver<ReadonlyMap<string, unknown>, unknown> = (results, _args, _context, info) =>
  results.get(String(info.path.key));

function attachScalar(target: GraphQLScalarType, source: GraphQLScalarType): void {
  target.coerceInputLiteral = source.coerceInputLiteral;
  target.coerceInputValue = source.coerceInputValue;
  target.coerceOutputValue = source.coerceOutputValue;
  target.parseLiteral = source.parseLiteral;
  target.parseValue = source.parseValue;
  target.serialize = source.serialize;
  target.valueToLiteral = source.valueToLiteral;
}

function attachFields(
  type: GraphQLObjectType,
  resolvers: Readonly<Record<string, FieldResolver | FieldSubscriber>>,
): void {
  const fields = type.getFields();
  for (const [name, resolve] of Object.entries(resolvers)) {
    const field = fields[name];
    if (!field) throw new Error(`Resolver for "${type.name}.${name}", which is not in the schema`);
    if (typeof resolve === "function") field.resolve = resolve;
    else field.subscribe = resolve.subscribe;
  }
}
