import { join } from "./parse-query.ts";
import { findQueryField, type QueriedList } from "./query-fields.ts";
import { anyOf, type QueryFilter } from "./query-filters.ts";
import type { QueryNode, QueryTerm } from "./query-tree.ts";

/**
 * Whether all conditions of a query are on the steps of a thread, and none is negated. One step of the thread must then
 * match the whole query.
 */
export function isAboutSteps(node: QueryNode, list: QueriedList): boolean {
  switch (node.kind) {
    case "and":
    case "or":
      return node.nodes.every((each) => isAboutSteps(each, list));
    case "term":
      return isStepTerm(node, list);
    case "not":
    case "text":
      return false;
  }
}

function isStepTerm({ field, test }: QueryTerm, list: QueriedList): boolean {
  const isOfStep = (name: string): boolean => findQueryField(list, name)?.isOfStep === true;
  switch (field.toLowerCase()) {
    case "has":
      return test.kind === "is" && test.values.every((value) => "text" in value && isOfStep(fieldIn(value.text)));
    case "status":
      return test.kind === "is" && isOfStep("error") && test.values.every(isErrorStatus);
    case "tool":
      return isOfStep("stepName");
    default:
      return isOfStep(field);
  }
}

function isErrorStatus(value: { readonly kind: string; readonly text?: string }): boolean {
  return value.text?.toLowerCase() === "error";
}

function fieldIn(text: string): string {
  return text.split(".", 1)[0] ?? "";
}

/**
 * Joins all nodes that are conditions on steps into one `and` node, because one step must match all these conditions.
 * The `and` node replaces the first of them. All other kinds of nodes do not change.
 */
export function joinStepConditions(nodes: readonly QueryNode[], list: QueriedList): readonly QueryNode[] {
  const ofSteps = nodes.filter((node) => isAboutSteps(node, list));
  if (ofSteps.length < 2) return nodes;
  return nodes.flatMap((node) => {
    if (!ofSteps.includes(node)) return [node];
    return node === ofSteps[0] ? [join("and", ofSteps)] : [];
  });
}

/**
 * Returns a filter for the threads in which one step matches all given filters. A single filter on a step field needs
 * no change, because it already matches a thread if any step of the thread matches.
 */
export function aboutOneStep(filters: readonly QueryFilter[]): QueryFilter[] {
  const [only, ...more] = filters;
  if (only === undefined || more.length > 0) return [{ someStep: filters }];
  return "any" in only ? [anyOf(only.any.map((branch) => aboutOneStep(branch)))] : [only];
}
