import { QueryError } from "./query-error.ts";
import { anyOf, complement, type QueryFilter } from "./query-filters.ts";
import { queryLimits, type QueryNode } from "./query-tree.ts";
import { type QueryContext, resolveTerm, resolveText } from "./resolve-term.ts";
import { aboutOneStep, isAboutSteps, joinStepConditions } from "./step-conditions.ts";

/**
 * Converts a query to filters. A record must match all of them. Throws a {@link QueryError} for unknown fields and
 * invalid values.
 */
export function resolveQuery(node: QueryNode, context: QueryContext): QueryFilter[] {
  const filters = resolve(node, false, context);
  if (countConditions(filters) > queryLimits.conditions) {
    throw new QueryError("tooManyConditions", { start: 0, end: 0 }, { limit: String(queryLimits.conditions) });
  }
  return filters;
}

function countConditions(filters: readonly QueryFilter[]): number {
  const counts = filters.map((filter) => {
    if ("any" in filter) return countConditions(filter.any.flat());
    if ("someStep" in filter) return countConditions(filter.someStep);
    return "noStep" in filter ? countConditions(filter.noStep) : 1;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Converts a node of a query to filters, all of which must match. If `isNegated`, converts the negation of the node
 * instead. Conditions on the steps of a thread become one filter, because one step must match all of them.
 */
function resolve(node: QueryNode, isNegated: boolean, context: QueryContext): QueryFilter[] {
  if (isAboutSteps(node, context.list)) {
    const filters = aboutOneStep(conditionsOnStep(node, context));
    return isNegated ? complement(filters) : filters;
  }
  switch (node.kind) {
    case "not":
      return resolve(node.node, !isNegated, context);
    case "and":
    case "or": {
      const nodes = node.kind === "and" ? joinStepConditions(node.nodes, context.list) : node.nodes;
      const parts = nodes.map((each) => resolve(each, isNegated, context));
      return (node.kind === "and") === isNegated ? [anyOf(parts)] : parts.flat();
    }
    case "text":
    case "term": {
      const filters = node.kind === "text" ? resolveText(node, context) : resolveTerm(node, context);
      return isNegated ? complement(filters) : filters;
    }
  }
}

function conditionsOnStep(node: QueryNode, context: QueryContext): QueryFilter[] {
  switch (node.kind) {
    case "and":
      return node.nodes.flatMap((each) => conditionsOnStep(each, context));
    case "or":
      return [anyOf(node.nodes.map((each) => conditionsOnStep(each, context)))];
    case "term":
      return resolveTerm(node, context);
    case "not":
    case "text":
      throw new Error(`A ${node.kind} node cannot be a condition on steps.`);
  }
}
