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

/**
 * Positive operator for each negative one. Unlike the positive operator, the negative one also matches records without
 * a value.
 */
const negations = { neq: "eq", nilike: "ilike", nin: "in", nis: "is" } as const;

/** Returns the positive counterpart of a negative filter; a positive filter unchanged. */
export function positiveOf(filter: Filter): Filter {
  const operator: string = filter.operator;
  return { ...filter, operator: negations[operator as keyof typeof negations] ?? filter.operator };
}

const opposites = { ...negations, eq: "neq", ilike: "nilike", in: "nin", is: "nis" } as const;

/** Returns a filter that matches the records that `filter` does not match; undefined if no operator does this. */
export function oppositeOf(filter: Filter): Filter | undefined {
  const operator = opposites[filter.operator as keyof typeof opposites];
  return operator && { ...filter, operator };
}

export function toTexts(value: Filter["value"]): Filter["value"] {
  return Array.isArray(value) ? value.map((each) => (typeof each === "string" ? each : JSON.stringify(each))) : value;
}

/** Whether a filter on steps selects exactly the steps of type `run`. There are separate indexes for these steps. */
export function selectsRuns({ field, operator, value }: Filter): boolean {
  return field === "type" && operator === "eq" && value === "run";
}
