import { executeRootSelectionSet, GraphQLError } from "graphql";
import type { GraphQLFormattedError } from "graphql";
import type { Logger } from "pino";
import { defaultLimits } from "../limits.ts";
import type { Limits } from "../limits.ts";
import type { BatchResolver, BatchResolvers } from "../resolvers/batch.ts";
import type { RequestContext } from "../resolvers/context.ts";
import { batchFields } from "./batch-document.ts";
import type { CoercedItem } from "./batch-document.ts";
import { CoercerCompiler } from "./coerce-input.ts";
import { createResultSchema, createSchema } from "./create-schema.ts";
import type { ResolverMap } from "./create-schema.ts";
import { DocumentCache } from "./document-cache.ts";
import { isEmptyBatch } from "./empty-batch.ts";
import { executeBatch } from "./execute-batch.ts";
import { formatErrors } from "./format-errors.ts";
import { DocumentErrors, prepareDocument } from "./prepare-document.ts";
import type { PreparedDocument } from "./prepare-document.ts";
import { coerceVariables } from "./variables.ts";
import type { RawVariables } from "./variables.ts";

/** The body of a GraphQL request. */
export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: RawVariables | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** An answer: 200 when the document was executed, 400 when it never was. */
export interface GraphQLResponse {
  readonly status: 200 | 400;
  readonly body: { readonly data?: unknown; readonly errors?: readonly GraphQLFormattedError[] };
}

/** Where masked errors go, and the id that their message carries. */
export interface RequestTrace {
  readonly requestId: string;
  readonly log: Logger;
}

export interface EngineOptions {
  readonly resolvers: ResolverMap;
  readonly batchResolvers: BatchResolvers;
  readonly limits?: Partial<Limits> | undefined;
  /** Default: true. */
  readonly allowsIntrospection?: boolean | undefined;
}

/** Executes documents against the schema. */
export interface GraphQLEngine {
  execute(request: GraphQLRequest, context: RequestContext, trace: RequestTrace): Promise<GraphQLResponse>;
  /** Estimated bytes of the documents that are remembered. */
  readonly documentCacheBytes: number;
}

/** The GraphQL part of the service: documents are parsed, limited and validated once, and remembered by their text. */
export function createGraphQLEngine(options: EngineOptions): GraphQLEngine {
  const { resolvers, batchResolvers, allowsIntrospection = true } = options;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const schema = createSchema(resolvers);
  const resultSchema = createResultSchema(schema, batchFields);
  const preparation = { schema, resultSchema, coercers: new CoercerCompiler(), limits, allowsIntrospection };
  const cache = new DocumentCache<PreparedDocument>(limits.maxDocumentCacheBytes);

  function prepare({ query, operationName }: GraphQLRequest): PreparedDocument {
    const key = operationName == null ? query : `${operationName}\n${query}`;
    const known = cache.get(key);
    if (known) return known;
    const prepared = prepareDocument(query, operationName, preparation);
    cache.set(key, prepared);
    return prepared;
  }

  return {
    get documentCacheBytes() {
      return cache.bytes;
    },
    async execute(request, context, trace) {
      if (isEmptyBatch(request.query)) return { status: 200, body: { data: {} } };
      let prepared: PreparedDocument;
      try {
        prepared = prepare(request);
      } catch (error) {
        if (error instanceof DocumentErrors) return refuse(error.errors);
        if (error instanceof GraphQLError) return refuse([error]);
        throw error;
      }
      const raw = request.variables ?? {};
      if (prepared.batch) {
        const { batch, execution } = prepared;
        // The items are coerced by the types that the resolver's arguments are generated from.
        const resolve = batchResolvers[batch.field] as BatchResolver<CoercedItem, unknown>;
        return answer(await executeBatch({ items: batch.items, resolve, execution, raw, context }), trace);
      }
      const variables = coerceVariables(prepared.variables, raw);
      if (variables.errors) return refuse(variables.errors);
      const result = await executeRootSelectionSet({
        ...prepared.execution,
        contextValue: variables.badSteps.size > 0 ? { ...context, badSteps: variables.badSteps } : context,
        variableValues: variables.values,
        rawVariableValues: raw,
      });
      return answer(result, trace);
    },
  };
}

function refuse(errors: readonly GraphQLError[]): GraphQLResponse {
  return { status: 400, body: { errors: errors.map((error) => error.toJSON()) } };
}

function answer(
  result: { readonly data?: unknown; readonly errors?: readonly GraphQLError[] },
  trace: RequestTrace,
): GraphQLResponse {
  const { data, errors } = result;
  return { status: 200, body: errors?.length ? { errors: formatErrors(errors, trace), data } : { data } };
}
