import { type DocumentNode, type FieldDefinitionNode, type InputValueDefinitionNode, Kind, visit } from "graphql";

const rootTypes = new Set(["Mutation", "Query", "Subscription"]);

const projectArgument: InputValueDefinitionNode = {
  kind: Kind.INPUT_VALUE_DEFINITION,
  description: {
    kind: Kind.STRING,
    value: "Id or name of the key's own project; absent: that project. Any other project is an error.",
  },
  name: { kind: Kind.NAME, value: "projectId" },
  type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "String" } },
};

/**
 * Adds the argument `projectId` to every root field. The service checks access to that project before it resolves the
 * field.
 */
export function addProjectArgument(document: DocumentNode): DocumentNode {
  return visit(document, { ObjectTypeDefinition: extendRoot, ObjectTypeExtension: extendRoot });
}

function extendRoot<Node extends { readonly name: { readonly value: string }; readonly fields?: Fields }>(
  node: Node,
): Node {
  return rootTypes.has(node.name.value) ? { ...node, fields: (node.fields ?? []).map(withArgument) } : node;
}

type Fields = readonly FieldDefinitionNode[] | undefined;

function withArgument(field: FieldDefinitionNode): FieldDefinitionNode {
  return { ...field, arguments: [...(field.arguments ?? []), projectArgument] };
}
