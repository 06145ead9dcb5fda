import type { Filter, ListFilter } from "../list.ts";

/** Whether a filter is a single condition. Indexes support only conditions. */
export function isCondition(filter: ListFilter): filter is Filter {
  return "field" in filter;
}

/**
 * Conditions that every matching record meets. If one step meets all conditions of a `someStep`, the record meets each
 * of them.
 */
export function requiredConditions(filters: readonly ListFilter[]): Filter[] {
  return filters.flatMap((filter) => {
    if ("someStep" in filter) return requiredConditions(filter.someStep);
    return isCondition(filter) ? [filter] : [];
  });
}

export function allConditions(filters: readonly ListFilter[]): Filter[] {
  return filters.flatMap((filter) => {
    if ("any" in filter) return allConditions(filter.any.flat());
    if ("someStep" in filter) return allConditions(filter.someStep);
    if ("noStep" in filter) return allConditions(filter.noStep);
    return ["not" in filter ? filter.not : filter];
  });
}
