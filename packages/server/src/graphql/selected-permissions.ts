import { getNamedType, isObjectType, Kind } from "graphql";
import type { DocumentNode, GraphQLNamedType, GraphQLOutputType, GraphQLSchema, SelectionSetNode } from "graphql";
import { fieldRightOf } from "../access/field-rights.ts";
import type { Permission } from "../store/permissions.ts";

/**
 * Permissions that are required to read all fields below the root fields. If an actor lacks one of them, every field is
 * checked during execution. Fields that `field-rights.ts` does not list require `undeclared`, which no actor has.
 */
export type SelectedPermissions = ReadonlySet<Permission | "undeclared">;

export function selectedPermissions(schema: GraphQLSchema, document: DocumentNode): SelectedPermissions {
  const found = new Set<Permission | "undeclared">();
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);

  function visit({ selections }: SelectionSetNode, parent: GraphQLNamedType | null | undefined): void {
    if (!isObjectType(parent) || parent.name.startsWith("__")) return;
    for (const selection of selections) {
      // A spread is skipped, because the loop below visits the definition of its fragment.
      if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        visit(selection.selectionSet, parent);
        continue;
      }
      const name = selection.name.value;
      if (name.startsWith("__")) continue;
      if (!roots.has(parent)) {
        const right = fieldRightOf(`${parent.name}.${name}`) ?? "undeclared";
        if (right !== "open") found.add(right === "sent" ? "read" : right);
      }
      if (selection.selectionSet) visit(selection.selectionSet, namedTypeOf(parent.getFields()[name]?.type));
    }
  }

  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      visit(definition.selectionSet, schema.getRootType(definition.operation));
    } else if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      visit(definition.selectionSet, schema.getType(definition.typeCondition.name.value));
    }
  }
  return found;
}

function namedTypeOf(type: GraphQLOutputType | undefined): GraphQLNamedType | undefined {
  return type && getNamedType(type);
}
