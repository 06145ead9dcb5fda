import { findQueryField, type QueryNode } from "@threadline/schema/query";
import type { Condition } from "./filters/condition.ts";
import { parsedQuery } from "./filters/query-text.ts";
import type { LogResource } from "./log-resource.ts";
import { isNoExperiment, isRootRun, type LogSearch, periodOfList } from "./log-search.ts";

/** Returns the default conditions of the list of runs. Unlike the filters of the user, they are not shown as chips. */
export function defaultsOfRuns({
  filters = [],
  query = "",
  all,
  experiments,
}: Pick<LogSearch, "filters" | "query" | "all" | "experiments">): readonly Condition[] {
  if (all === true) return [];
  const hasEnvironment =
    filters.some(({ field }) => field === isNoExperiment.field) || hasTerm(parsedQuery(query), isNoExperiment.field);
  return experiments === true || hasEnvironment ? [isRootRun] : [isRootRun, isNoExperiment];
}

/** Whether a query of runs has a condition on a field. */
function hasTerm(node: QueryNode | null, field: string): boolean {
  switch (node?.kind) {
    case "and":
    case "or":
      return node.nodes.some((each) => hasTerm(each, field));
    case "not":
      return hasTerm(node.node, field);
    case "term":
      return findQueryField("steps", node.field)?.field === field;
    default:
      return false;
  }
}

/**
 * Returns all conditions of a list: its chips, time range and search text, and the defaults of the list of runs.
 */
export function conditionsOf(
  search: LogSearch,
  options: { readonly textField: string; readonly now: number; readonly resource: LogResource },
): Condition[] {
  const { filters = [], q } = search;
  const { from, to } = periodOfList(search, options.now);
  return [
    ...filters,
    ...(from ? [{ field: "createdAt", operator: "gte" as const, value: from }] : []),
    ...(to ? [{ field: "createdAt", operator: "lt" as const, value: to }] : []),
    ...(q ? [{ field: options.textField, operator: "ilike" as const, value: q }] : []),
    ...(options.resource === "runs" ? defaultsOfRuns(search) : []),
  ];
}
