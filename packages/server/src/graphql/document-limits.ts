import { GraphQLError, Kind, getNamedType, isCompositeType, isListType, isNonNullType, isObjectType } from "graphql";
import type { DocumentNode, FragmentDefinitionNode, GraphQLOutputType, GraphQLSchema, SelectionSetNode } from "graphql";
import type { GraphQLCompositeType, OperationDefinitionNode } from "graphql";
import type { Limits } from "../config/limits.ts";

/** Maximum number of times that a document may select each introspection field, because the results are large. */
const maxIntrospections: Readonly<Record<string, number>> = { __schema: 1, __type: 20 };

export function limitError(message: string, limit?: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit } });
}

/** Throws if the syntax tree is deeper than `limit` nodes, so that later recursion is bounded. */
export function checkNesting(node: object, limit: number, depth = 0): void {
  if (depth > limit) throw limitError(`The document is nested deeper than ${limit} levels`, limit);
  for (const [key, value] of Object.entries(node)) {
    // An array does not count as a level. `loc` is skipped, because it references all tokens.
    if (typeof value !== "object" || value === null || key === "loc") continue;
    if (!Array.isArray(value)) checkNesting(value as object, limit, depth + 1);
    else for (const child of value) if (typeof child === "object") checkNesting(child as object, limit, depth + 1);
  }
}

/**
 * Throws if the operation, with fragments expanded, is nested too deeply or selects too many fields. Also throws if a
 * list is selected inside itself, such as steps in threads in steps, because the number of records would multiply at
 * every level.
 */
export function checkSelection(options: {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly limits: Limits;
}): void {
  const { schema, document, operation, limits } = options;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const lists: string[] = [];
  let fieldCount = 0;
  let aliasCount = 0;
  const introspections = new Map<string, number>();

  function visit(selectionSet: SelectionSetNode, parent: GraphQLCompositeType | undefined, depth: number): void {
    if (depth > limits.maxDocumentDepth) {
      throw limitError(
        `The document nests fields deeper than ${limits.maxDocumentDepth} levels`,
        limits.maxDocumentDepth,
      );
    }
    for (const selection of selectionSet.selections) {
      // Fragment spreads count as fields. Otherwise, fragments that contain nothing but spreads of each other could be
      // followed endlessly.
      if (++fieldCount > limits.maxDocumentFields) {
        throw limitError(`The document selects more than ${limits.maxDocumentFields} fields`, limits.maxDocumentFields);
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        visit(selection.selectionSet, parent, depth);
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment) visit(fragment.selectionSet, parent, depth);
      } else {
        if (selection.alias && ++aliasCount > limits.maxDocumentAliases) {
          throw limitError(
            `The document has more than ${limits.maxDocumentAliases} aliases`,
            limits.maxDocumentAliases,
          );
        }
        if (!selection.selectionSet) continue;
        const limit = maxIntrospections[selection.name.value];
        const count = (introspections.get(selection.name.value) ?? 0) + 1;
        if (limit !== undefined && count > limit) {
          const times = limit === 1 ? "once" : `${limit} times`;
          throw limitError(`The document selects ${selection.name.value} more than ${times}`, limit);
        }
        if (limit !== undefined) introspections.set(selection.name.value, count);
        const type = parent && schema.getField(parent, selection.name.value)?.type;
        const list = parent && type && isObjectList(type) ? `${parent.name}.${selection.name.value}` : undefined;
        if (list && lists.includes(list))
          throw limitError(`The document selects the list ${list} inside itself, which is not allowed`);
        if (list) lists.push(list);
        const child = type && getNamedType(type);
        visit(selection.selectionSet, isCompositeType(child) ? child : undefined, depth + 1);
        if (list) lists.pop();
      }
    }
  }
  visit(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, 1);
}

/** Whether a type is a list of objects. Introspection types are excluded, because a separate rule limits them. */
function isObjectList(type: GraphQLOutputType): boolean {
  const nullable = isNonNullType(type) ? type.ofType : type;
  const named = getNamedType(type);
  return isListType(nullable) && isObjectType(named) && !named.name.startsWith("__");
}
