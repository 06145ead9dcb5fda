import { coerceInputLiteral, isRequiredArgument, Kind, OperationTypeNode, parse, print } from "graphql";
import type { DocumentNode, FieldNode, GraphQLField, GraphQLSchema, OperationDefinitionNode } from "graphql";
import type { SelectionNode, SelectionSetNode, ValueNode } from "graphql";
import { InputError } from "./coerce-input.ts";
import { coerceVariable } from "./variables.ts";
import type { RawVariables, Variable } from "./variables.ts";

/** Mutations that older clients repeat in one document, with a different alias for each record. */
export const batchFields = ["ingestStep", "createScore", "addGenerationToDataset"] as const;
export type BatchField = (typeof batchFields)[number];

export interface BatchItem {
  readonly alias: string;
  readonly args: readonly BatchArgument[];
}

export type CoercedItem = Readonly<Record<string, unknown>>;

interface BatchArgument {
  readonly name: string;
  readonly isRequired: boolean;
  readonly source: { readonly variable: Variable } | { readonly literal: unknown };
}

/**
 * Whether a document looks like a batch: one mutation, repeated for many records. If so, its text is parsed with the
 * token limit for batches. {@link batchFieldOf} later checks the parsed document.
 */
export function mayBeBatch(text: string): boolean {
  return /^\s*mutation\b/.test(text) && batchFields.some((field) => text.includes(field));
}

/** Returns the mutation that a document repeats with different aliases; null if the document is not a batch. */
export function batchFieldOf(document: DocumentNode): BatchField | null {
  const [operation, ...others] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return null;
  if (operation.operation !== OperationTypeNode.MUTATION || operation.directives?.length) return null;
  const fields = operation.selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
  if (fields.length < operation.selectionSet.selections.length) return null;
  const name = batchFields.find((field) => field === fields[0]?.name.value);
  const isPlain = fields.every((field) => field.name.value === name && isPlainField(field));
  return name && isPlain && new Set(fields.map(keyOf)).size === fields.length ? name : null;
}

export function compileBatchItems(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: readonly Variable[],
): BatchItem[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const mutations = schema.getMutationType()?.getFields() ?? {};
  return (operation.selectionSet.selections as readonly FieldNode[]).map((node) => {
    const field = mutations[node.name.value];
    return {
      alias: keyOf(node),
      args: (field?.args ?? []).flatMap((argument) => compileArgument(node, argument, byName)),
    };
  });
}

/**
 * Creates the query with which graphql-js serializes the results of a batch. It has the aliases and selections of the
 * batch, without arguments. Its nodes are copies: the nodes of the parsed document have locations, which would keep all
 * tokens of the document in memory.
 */
export function resultDocument(operation: OperationDefinitionNode): DocumentNode {
  const shared = new Map<string, SelectionSetNode>();
  const selections = (operation.selectionSet.selections as readonly FieldNode[]).map((node): FieldNode => {
    const name = { kind: Kind.NAME, value: node.name.value } as const;
    return { kind: Kind.FIELD, alias: { ...name, value: keyOf(node) }, name, selectionSet: share(node, shared) };
  });
  const selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections };
  return {
    kind: Kind.DOCUMENT,
    definitions: [{ kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY, selectionSet }],
  };
}

function share({ selectionSet }: FieldNode, shared: Map<string, SelectionSetNode>): SelectionSetNode | undefined {
  if (!selectionSet) return undefined;
  const text = print(selectionSet);
  const [copy] = shared.has(text) ? [] : parse(text, { noLocation: true }).definitions;
  if (copy?.kind === Kind.OPERATION_DEFINITION) shared.set(text, copy.selectionSet);
  return shared.get(text);
}

/** Coerces the arguments of one item. Throws an error that names the invalid argument. */
export function coerceItem(item: BatchItem, raw: RawVariables): CoercedItem {
  const args: Record<string, unknown> = {};
  for (const { name, isRequired, source } of item.args) {
    const value = "literal" in source ? source.literal : coerceSource(name, source.variable, raw);
    if (value !== undefined) args[name] = value;
    if (value == null && isRequired) {
      throw new InputError(value === null ? "must not be null" : "is required").toRecordError(name);
    }
  }
  return args;
}

function coerceSource(name: string, variable: Variable, raw: RawVariables): unknown {
  try {
    return coerceVariable(variable, Object.hasOwn(raw, variable.name) ? raw[variable.name] : undefined);
  } catch (error) {
    throw error instanceof InputError ? error.toRecordError(name) : error;
  }
}

function compileArgument(
  node: FieldNode,
  argument: GraphQLField<unknown, unknown>["args"][number],
  variables: ReadonlyMap<string, Variable>,
): BatchArgument[] {
  const value = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
  if (!value) return [];
  const variable = value.kind === Kind.VARIABLE ? variables.get(value.name.value) : undefined;
  const source = variable ? { variable } : { literal: coerceInputLiteral(value, argument.type) };
  return [{ name: argument.name, isRequired: isRequiredArgument(argument), source }];
}

function keyOf(field: FieldNode): string {
  return (field.alias ?? field.name).value;
}

/**
 * Whether a field has the form that the published Literal AI clients send: each argument is a variable or a literal,
 * and the selected fields are flat. Other documents have the ordinary limits.
 */
function isPlainField({ arguments: values = [], directives = [], selectionSet }: FieldNode): boolean {
  return (
    directives.length === 0 &&
    values.every(({ value }) => value.kind === Kind.VARIABLE || !containsVariable(value)) &&
    (selectionSet?.selections ?? []).every(isPlainLeaf)
  );
}

function isPlainLeaf(selection: SelectionNode): boolean {
  return selection.kind === Kind.FIELD && !selection.selectionSet && !selection.directives?.length;
}

function containsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(containsVariable);
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => containsVariable(field.value));
  return value.kind === Kind.VARIABLE;
}
