import { createSourceEventStream, executeRootSelectionSet, GraphQLError } from "graphql";
import { mapSourceToResponseEvent, OperationTypeNode } from "graphql";
import type { ExecutionResult, GraphQLFormattedError } from "graphql";
import type { ValidatedExecutionArgs, ValidatedSubscriptionArgs } from "graphql";
import { defaultLimits } from "../config/limits.ts";
import type { Limits } from "../config/limits.ts";
import { RecordError } from "../records/errors.ts";
import type { BatchResolver, BatchResolvers } from "./batch-resolvers.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { forCaller } from "../store/caller.ts";
import type { CoercedItem } from "./batch-document.ts";
import type { ResolverMap } from "./create-schema.ts";
import { limitError } from "./document-limits.ts";
import { DocumentCache } from "./document-cache.ts";
import { isEmptyBatch } from "./empty-batch.ts";
import { executeBatch } from "./execute-batch.ts";
import { writeJson } from "./json-text.ts";
import { formatErrors } from "./format-errors.ts";
import { echoOf } from "./guarded-schema.ts";
import { DocumentErrors, prepareDocument } from "./prepare-document.ts";
import type { PreparedDocument } from "./prepare-document.ts";
import type { RequestTrace } from "./request-trace.ts";
import { schemasOf, type SchemaPair } from "./shared-schemas.ts";
import { coerceVariables } from "./variables.ts";
import type { RawVariables } from "./variables.ts";

/**
 * Maximum number of attempts to execute a query whose lists are written directly as JSON text (see {@link
 * WrittenQuery}). If all attempts fail, graphql-js executes the query without written lists.
 */
const maxWrittenAttempts = 2;

export interface GraphQLRequest {
  readonly query: string;
  readonly variables?: RawVariables | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** Response of the engine. The status is 200 if the document was executed, otherwise 400. */
export interface GraphQLResponse {
  readonly status: 200 | 400;
  readonly body: { readonly data?: unknown; readonly errors?: readonly GraphQLFormattedError[] };
  /** Whether parts of the body are JSON text, which `writeJson` copies unchanged. */
  readonly hasTexts?: boolean;
}

export interface EngineOptions<Context> {
  readonly resolvers: ResolverMap;
  readonly batchResolvers: BatchResolvers<Context>;
  readonly limits?: Partial<Limits> | undefined;
  /** Default: true. */
  readonly allowsIntrospection?: boolean | undefined;
}

export interface GraphQLEngine<Context extends ExecutionContext> {
  execute(request: GraphQLRequest, context: Context, trace: RequestTrace): Promise<GraphQLResponse>;
  /**
   * Executes an operation. A subscription resolves to an iterator with one response per event, other operations to one
   * response. Errors are responses, too.
   */
  stream(
    request: GraphQLRequest,
    context: Context,
    trace: RequestTrace,
  ): Promise<GraphQLResponse | AsyncIterator<GraphQLResponse["body"], void>>;
  readonly documentCacheBytes: number;
}

/** Creates the GraphQL engine. Documents are parsed, limited and validated once, and cached by their text. */
export function createGraphQLEngine<Context extends ExecutionContext>(
  options: EngineOptions<Context>,
): GraphQLEngine<Context> {
  const { resolvers, batchResolvers, allowsIntrospection = true } = options;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const schemas = schemasOf(resolvers);
  const { schema, resultSchema, writtenSchema } = schemas;
  const preparation = { schema, resultSchema, writtenSchema, limits, allowsIntrospection };
  const cache = new DocumentCache<PreparedDocument>(limits.maxDocumentCacheBytes);

  function prepare({ query, operationName }: GraphQLRequest): PreparedDocument {
    const key = operationName == null ? query : `${operationName}\n${query}`;
    const known = cache.get(key);
    if (known) return known;
    const prepared = prepareDocument(query, operationName, preparation);
    cache.set(key, prepared);
    return prepared;
  }

  /**
   * Returns the schemas that check the permission for each field. Returns undefined if no checks are needed, because
   * the actor has all permissions that the document requires.
   */
  function guardFor({ permissions }: PreparedDocument, { actor }: ExecutionContext): SchemaPair | undefined {
    if ([...permissions].every((permission) => permission !== "undeclared" && actor.permissions?.has(permission))) {
      return undefined;
    }
    return schemas.guarded;
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
      if (isSubscription(prepared.execution)) return refuse([streamOnly]);
      const raw = request.variables ?? {};
      const records = prepared.records?.count(raw) ?? 0;
      if (records > limits.maxAnswerRecords) return refuse([tooManyRecords(records, limits.maxAnswerRecords)]);
      const guard = guardFor(prepared, context);
      if (prepared.batch) {
        const { batch } = prepared;
        const execution = guard ? { ...prepared.execution, schema: guard.resultSchema } : prepared.execution;
        const fieldArgs = schema.getMutationType()?.getFields()[batch.field]?.args ?? [];
        const wrap = guard && ((result: unknown, item: CoercedItem) => echoOf(result, fieldArgs, item));
        // The cast is safe: items are coerced by the schema, and the argument types of the resolver are generated from
        // it.
        const resolve = batchResolvers[batch.field] as BatchResolver<CoercedItem, unknown, Context>;
        return answer(await executeBatch({ items: batch.items, resolve, execution, raw, context, wrap }), trace);
      }
      const variables = coerceVariables(prepared.variables, raw);
      if (variables.errors) return refuse(variables.errors);
      const values = {
        contextValue: variables.badSteps.size > 0 ? { ...context, badSteps: variables.badSteps } : context,
        variableValues: variables.values,
        rawVariableValues: raw,
      };
      if (guard) {
        return answer(await executeFor(context, { ...prepared.execution, ...values, schema: guard.schema }), trace);
      }
      // The first attempt fails if a list contains promises. The second attempt then leaves this list to graphql-js,
      // and writes the other lists directly as JSON text.
      for (let attempt = 0; attempt < maxWrittenAttempts; attempt += 1) {
        const written = prepared.written?.next();
        if (!written) break;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const result = await executeFor(context, { ...written, ...values });
        if (prepared.written?.accepts(result)) return { ...answer(result, trace), hasTexts: true };
        context.answer?.discardWritten();
      }
      return answer(await executeFor(context, { ...prepared.execution, ...values }), trace);
    },
    async stream(request, context, trace) {
      let execution: ValidatedExecutionArgs | null = null;
      try {
        const prepared = isEmptyBatch(request.query) ? null : prepare(request);
        if (prepared && isSubscription(prepared.execution)) {
          const raw = request.variables ?? {};
          const variables = coerceVariables(prepared.variables, raw);
          if (variables.errors) return refuse(variables.errors);
          const { values: variableValues } = variables;
          const guard = guardFor(prepared, context);
          execution = { ...prepared.execution, contextValue: context, variableValues, rawVariableValues: raw };
          if (guard) execution = { ...execution, schema: guard.schema };
        }
      } catch (error) {
        if (error instanceof DocumentErrors) return refuse(error.errors);
        if (error instanceof GraphQLError) return refuse([error]);
        throw error;
      }
      if (!execution) {
        const response = await this.execute(request, context, trace);
        try {
          writeJson(response.body, (bytes) => context.answer?.wrote(bytes));
        } catch (error) {
          if (error instanceof RecordError) return refuse([error]);
          throw error;
        }
        return response.status === 200 ? single(response.body) : response;
      }
      const subscription = execution as ValidatedSubscriptionArgs; // checked by `isSubscription`
      const source = await createSourceEventStream(subscription);
      if (!(Symbol.asyncIterator in source)) {
        const { body } = answer({ ...source }, trace);
        return { status: 400, body: { errors: body.errors ?? [] } };
      }
      return answers(mapSourceToResponseEvent(subscription, source), trace);
    },
  };
}

/**
 * Executes an operation. If the client disconnects, the store reads of a query are canceled, but a mutation is
 * completed.
 */
async function executeFor({ signal }: ExecutionContext, args: ValidatedExecutionArgs): Promise<ExecutionResult> {
  if (signal === undefined || args.operation.operation !== OperationTypeNode.QUERY)
    return executeRootSelectionSet(args);
  const result = await forCaller(signal, async () => executeRootSelectionSet(args));
  return signal.aborted ? { data: null } : result;
}

const streamOnly = new GraphQLError("Subscriptions require the request header accept: text/event-stream", {
  extensions: { code: "BAD_USER_INPUT" },
});

function tooManyRecords(count: number, limit: number): GraphQLError {
  const message = `The document can return up to ${count} records, more than ${limit}; request smaller pages ("first") or fewer nested lists`;
  return limitError(message, limit);
}

function isSubscription({ operation }: ValidatedExecutionArgs): boolean {
  return operation.operation === OperationTypeNode.SUBSCRIPTION;
}

async function* single(body: GraphQLResponse["body"]): AsyncGenerator<GraphQLResponse["body"], void> {
  yield body;
}

async function* answers(
  results: AsyncIterable<ExecutionResult>,
  trace: RequestTrace,
): AsyncGenerator<GraphQLResponse["body"], void> {
  for await (const result of results) yield answer(result, trace).body;
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
