import type { Filter, ListFilter } from "../list.ts";

/** Whether a filter tests one field, and contains no other filters. Indexes support only such filters (conditions). */
export function isCondition(filter: ListFilter): filter is Filter {
  return "field" in filter;
}

/**
 * Returns the conditions that each matching record meets, so that an index can find candidates. Conditions in
 * `someStep` are included, because a step of the record meets each of them.
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
