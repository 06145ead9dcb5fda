import { getNamedType, getNullableType, isListType, isObjectType, Kind } from "graphql";
import type { DocumentNode, FragmentDefinitionNode, GraphQLNamedType, GraphQLSchema } from "graphql";
import type { OperationDefinitionNode, SelectionSetNode, ValueNode } from "graphql";
import type { RawVariables } from "./variables.ts";

/** Lists without pages. Their length is not known in advance. */
const wholeLists: ReadonlySet<string> = new Set(["Thread.steps", "Dataset.items"]);
const wholeListLength = 100;
const maxPageSize = 100;
const defaultPageSize = 50;

interface SelectedList {
  readonly size: number | { readonly variable: string; readonly fallback: number };
  readonly lists: readonly SelectedList[];
}

/**
 * Estimates the number of records that a document can return. A paged list counts as many records as its page size, and
 * any other list an assumed number of records. The numbers of nested lists are multiplied.
 */
export class RecordEstimate {
  readonly #lists: readonly SelectedList[];

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    const fragments = new Map<string, FragmentDefinitionNode>();
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    }
    this.#lists = listsOf(operation.selectionSet, schema.getRootType(operation.operation), { operation, fragments });
  }

  count(variables: RawVariables): number {
    return countOf(this.#lists, variables);
  }
}

interface Scope {
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

function countOf(lists: readonly SelectedList[], variables: RawVariables): number {
  let count = 0;
  for (const { size, lists: inner } of lists) {
    const length = typeof size === "number" ? size : pageSize(variables[size.variable], size.fallback);
    count += length * (1 + countOf(inner, variables));
  }
  return count;
}

/** Collects the lists of a selection. Validation has ensured that it is finite, without recursive fragments. */
function listsOf(
  { selections }: SelectionSetNode,
  parent: GraphQLNamedType | null | undefined,
  scope: Scope,
): SelectedList[] {
  if (!isObjectType(parent) || parent.name.startsWith("__")) return [];
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return listsOf(selection.selectionSet, parent, scope);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = scope.fragments.get(selection.name.value);
      return fragment ? listsOf(fragment.selectionSet, parent, scope) : [];
    }
    const field = parent.getFields()[selection.name.value];
    if (!field || !selection.selectionSet) return [];
    const lists = listsOf(selection.selectionSet, getNamedType(field.type), scope);
    const isPaged = field.args.some(({ name }) => name === "first");
    const given = selection.arguments?.find(({ name }) => name.value === "first" || name.value === "last");
    if (wholeLists.has(`${parent.name}.${field.name}`) && !given) return [{ size: wholeListLength, lists }];
    if (isPaged) return [{ size: sizeOf(given?.value, scope), lists }];
    // The page size already counts the records in `edges` and `nodes`. Any other list is short, and counts as one
    // record.
    return isListType(getNullableType(field.type)) && !["edges", "nodes"].includes(field.name)
      ? [{ size: 1, lists }]
      : lists;
  });
}

function sizeOf(value: ValueNode | undefined, { operation }: Scope): SelectedList["size"] {
  if (value?.kind !== Kind.VARIABLE) return literalSize(value);
  const variable = value.name.value;
  const definition = operation.variableDefinitions?.find((each) => each.variable.name.value === variable);
  return { variable, fallback: literalSize(definition?.defaultValue) };
}

function literalSize(value: ValueNode | undefined): number {
  return pageSize(value?.kind === Kind.INT ? Number(value.value) : undefined, defaultPageSize);
}

function pageSize(value: unknown, fallback: number): number {
  return typeof value === "number" && value >= 0 ? Math.min(value, maxPageSize) : fallback;
}
