import type { GraphQLSchema } from "graphql";
import { batchFields } from "./batch-document.ts";
import { createResultSchema, createSchema, type ResolverMap } from "./create-schema.ts";
import { guardSchema } from "./guarded-schema.ts";
import { WrittenListsSchema } from "./written-lists.ts";

export interface SchemaPair {
  readonly schema: GraphQLSchema;
  readonly resultSchema: GraphQLSchema;
}

interface Schemas extends SchemaPair {
  readonly writtenSchema: WrittenListsSchema;
  /** Schemas whose fields check whether the actor may read them. Created when the first caller needs them. */
  readonly guarded: SchemaPair;
}

const known = new WeakMap<ResolverMap, Schemas>();

/** Returns the schemas with these resolvers. Engines do not change them, so all engines of the process share them. */
export function schemasOf(resolvers: ResolverMap): Schemas {
  const schemas = known.get(resolvers) ?? createSchemas(resolvers);
  known.set(resolvers, schemas);
  return schemas;
}

function createSchemas(resolvers: ResolverMap): Schemas {
  const pair = pairOf(createSchema(resolvers));
  let guarded: SchemaPair | undefined;
  return {
    ...pair,
    writtenSchema: new WrittenListsSchema(pair.schema),
    get guarded() {
      return (guarded ??= pairOf(guardSchema(createSchema(resolvers))));
    },
  };
}

function pairOf(schema: GraphQLSchema): SchemaPair {
  return { schema, resultSchema: createResultSchema(schema, batchFields) };
}
