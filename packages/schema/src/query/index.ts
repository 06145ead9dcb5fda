export { formatQuery, quoteQueryText } from "./format-query.ts";
export { joinQueries, parseQuery } from "./parse-query.ts";
export { divideQuery, type DividedQuery, queryOfCondition } from "./query-conditions.ts";
export { QueryError, type QueryProblemValues } from "./query-error.ts";
export { queryMessages, type QueryProblem } from "./query-messages.ts";
export {
  findQueryField,
  type QueriedList,
  type QueryField,
  type QueryFieldType,
  queryFields,
  type QueryUnit,
} from "./query-fields.ts";
export {
  queryLimits,
  type QueryNode,
  type QueryPlace,
  type QueryTerm,
  type QueryTest,
  type QueryText,
  type QueryValue,
} from "./query-tree.ts";
export type { ConditionOperator, ConditionValue, QueryCondition, QueryFilter } from "./query-filters.ts";
export { resolveQuery } from "./resolve-query.ts";
export type { QueryContext } from "./resolve-term.ts";
export { isAboutSteps } from "./step-conditions.ts";
