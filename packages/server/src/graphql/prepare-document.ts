import {
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { validateExecutionArgs } from "graphql";
import type { DocumentNode, GraphQLSchema, ValidatedExecutionArgs } from "graphql";
import type { Limits } from "../config/limits.ts";
import { batchFieldOf, compileBatchItems, mayBeBatch, resultDocument } from "./batch-document.ts";
import type { BatchField, BatchItem } from "./batch-document.ts";
import { checkNesting, checkSelection, limitError } from "./document-limits.ts";
import { finiteNumbersRule } from "./finite-numbers-rule.ts";
import { RecordEstimate } from "./record-estimate.ts";
import { selectedPermissions } from "./selected-permissions.ts";
import type { SelectedPermissions } from "./selected-permissions.ts";
import { WrittenQuery } from "./written-query.ts";
import type { WrittenListsSchema } from "./written-lists.ts";
import { readVariables } from "./variables.ts";
import type { Variable } from "./variables.ts";

/** Everything about an operation that is independent of its variables. */
export interface PreparedDocument {
  /**
   * Arguments for the execution by graphql-js. The caller adds the variables and the context. For a batch, the
   * execution only serializes the results of the batch; see {@link resultDocument}.
   */
  readonly execution: ValidatedExecutionArgs;
  /** The query, rewritten so that its lists are written directly as JSON text; null for other operations. */
  readonly written: WrittenQuery | null;
  readonly permissions: SelectedPermissions;
  readonly variables: readonly Variable[];
  /** Estimated number of records; null for a batch. */
  readonly records: RecordEstimate | null;
  readonly batch: { readonly field: BatchField; readonly items: readonly BatchItem[] } | null;
  readonly estimatedBytes: number;
}

export interface Preparation {
  readonly schema: GraphQLSchema;
  readonly resultSchema: GraphQLSchema;
  readonly writtenSchema: WrittenListsSchema;
  readonly limits: Limits;
  readonly allowsIntrospection: boolean;
}

/** Maximum depth of the syntax tree. The deepest allowed selection needs about two levels per field. */
const maxNesting = 100;
/**
 * Maximum length of a document whose errors contain locations (line and column), in characters. A longer document is
 * parsed without locations, because locations take most of the time and memory of parsing.
 */
const maxLocatedLength = 20_000;
/**
 * Measured memory per token of a cached document, in bytes. For a batch, `bytesPerBatchToken` applies. It is lower,
 * because the cache does not keep the parsed document of a batch.
 */
const bytesPerToken = 500;
const bytesPerBatchToken = 50;

/** Parses, limits and validates a document, and selects its operation. Throws {@link DocumentErrors}. */
export function prepareDocument(
  text: string,
  operationName: string | null | undefined,
  preparation: Preparation,
): PreparedDocument {
  const { schema, limits } = preparation;
  const document = parseWithin(text, limits);
  checkNesting(document, maxNesting);
  const field = batchFieldOf(document);
  if (!field && (document.tokenCount ?? 0) > limits.maxDocumentTokens) throw tokenError(limits.maxDocumentTokens);
  const [definition] = document.definitions;
  if (field && definition?.kind === Kind.OPERATION_DEFINITION) {
    const { length } = definition.selectionSet.selections;
    if (length > limits.maxBatchItems) throw batchError(length, limits.maxBatchItems);
  }
  const rules = [...specifiedRules, finiteNumbersRule];
  if (!preparation.allowsIntrospection) rules.push(NoSchemaIntrospectionCustomRule);
  const errors = validate(schema, document, rules, { maxErrors: 20 });
  if (errors.length > 0) throw new DocumentErrors(errors, "GRAPHQL_VALIDATION_FAILED");

  const execution = withoutVariables(schema, document, operationName);
  const { operation } = execution;
  const variables = readVariables(schema, operation);
  const permissions = selectedPermissions(schema, document);
  const estimatedBytes =
    2_000 + text.length + (document.tokenCount ?? 0) * (field ? bytesPerBatchToken : bytesPerToken);
  if (field) {
    return {
      execution: withoutVariables(preparation.resultSchema, resultDocument(operation), null),
      written: null,
      permissions,
      records: null,
      variables: [],
      batch: { field, items: compileBatchItems(schema, operation, variables) },
      estimatedBytes,
    };
  }
  checkSelection({ schema, document, operation, limits });
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const written = isQuery ? new WrittenQuery(preparation.writtenSchema, execution) : null;
  const records = new RecordEstimate(schema, document, operation);
  return { execution, written, permissions, records, variables, batch: null, estimatedBytes };
}

export class DocumentErrors extends Error {
  readonly errors: readonly GraphQLError[];

  constructor(errors: readonly GraphQLError[], code: "GRAPHQL_PARSE_FAILED" | "GRAPHQL_VALIDATION_FAILED") {
    super("The document was rejected");
    for (const error of errors) error.extensions["code"] ??= code;
    this.errors = errors;
  }
}

function parseWithin(text: string, limits: Limits): DocumentNode {
  if (text.length > limits.maxDocumentLength) {
    throw limitError(`query: is longer than ${limits.maxDocumentLength} characters`, limits.maxDocumentLength);
  }
  const maxTokens = mayBeBatch(text) ? limits.maxBatchTokens : limits.maxDocumentTokens;
  try {
    return parse(text, { maxTokens, noLocation: text.length > maxLocatedLength });
  } catch (error) {
    // The parser is recursive, so it can overflow the stack for deeply nested documents. This needs more tokens than
    // any document except a batch may have.
    if (error instanceof RangeError) throw limitError("The document is nested too deeply", maxNesting);
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes("Parsing aborted")) throw tokenError(maxTokens);
    throw new DocumentErrors([error], "GRAPHQL_PARSE_FAILED");
  }
}

function withoutVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): ValidatedExecutionArgs {
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? { ...definition, variableDefinitions: [] } : definition,
  );
  const execution = validateExecutionArgs({ schema, document: { ...document, definitions }, operationName });
  if (!("schema" in execution)) throw new DocumentErrors(execution, "GRAPHQL_VALIDATION_FAILED");
  const operation = document.definitions.find(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === execution.operation.name?.value,
  );
  return operation?.kind === Kind.OPERATION_DEFINITION ? { ...execution, operation } : execution;
}

function tokenError(limit: number): GraphQLError {
  return limitError(`The document has more than ${limit} tokens`, limit);
}

function batchError(count: number, limit: number): GraphQLError {
  return new GraphQLError(`The batch has ${count} items; at most ${limit} are allowed`, {
    extensions: { code: "PAYLOAD_TOO_LARGE", limit },
  });
}
