import type { Filter, ListFilter } from "../list.ts";

/** Whether a filter is a condition, which an index may support. */
export function isCondition(filter: ListFilter): filter is Filter {
  return "field" in filter;
}

/** Conditions that every matching record meets. */
export function requiredConditions(filters: readonly ListFilter[]): Filter[] {
  return filters.filter(isCondition);
}

/** All conditions in the filters, at any level. */
export function allConditions(filters: readonly ListFilter[]): Filter[] {
  return filters.flatMap((filter) => {
    if ("any" in filter) return allConditions(filter.any.flat());
    return ["not" in filter ? filter.not : filter];
  });
}
