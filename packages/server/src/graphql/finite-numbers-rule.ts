import { GraphQLError } from "graphql";
import type { ASTVisitor, FloatValueNode, IntValueNode, ValidationContext } from "graphql";

/** Validation rule that rejects literals such as `1e400`. They would become infinity, which JSON cannot represent. */
export function finiteNumbersRule(context: ValidationContext): ASTVisitor {
  const check = (node: FloatValueNode | IntValueNode): void => {
    if (Number.isFinite(Number(node.value))) return;
    context.reportError(new GraphQLError(`${node.value} is beyond the range of a 64-bit float`, { nodes: node }));
  };
  return { FloatValue: check, IntValue: check };
}
