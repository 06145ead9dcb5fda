import { GraphQLError } from "graphql";
import type { ASTVisitor, FloatValueNode, IntValueNode, ValidationContext } from "graphql";

/** A validation rule: a literal such as `1e400` would be read as infinity, which no answer can carry. */
export function finiteNumbersRule(context: ValidationContext): ASTVisitor {
  const check = (node: FloatValueNode | IntValueNode): void => {
    if (Number.isFinite(Number(node.value))) return;
    context.reportError(new GraphQLError(`${node.value} is beyond the range of a 64-bit float`, { nodes: node }));
  };
  return { FloatValue: check, IntValue: check };
}
