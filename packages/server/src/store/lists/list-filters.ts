import type { Filter, ListFilter } from "../list.ts";

/** Whether a filter is a condition, which an index may support. */
export function isCondition(filter: ListFilter): filter is Filter {
  return "field" in filter;
}

/** Conditions that all matches pass. */
export function requiredConditions(filters: readonly ListFilter[]): Filter[] {
  return filters.filter(isCondition);
}

/** Conditions anywhere in the filters. */
export function allConditions(filters: readonly ListFilter[]): Filter[] {
  return filters.flatMap((filter) => {
    if ("any" in filter) return allConditions(filter.any.flat());
    return ["not" in filter ? filter.not : filter];
  });
}
