import type { Filter } from "../list.ts";

/** Positive counterparts of negative operators. A negative operator also matches records without a value. */
const negations = { neq: "eq", nilike: "ilike", nin: "in", nis: "is" } as const;

/** Returns the positive counterpart of a negative filter; a positive filter unchanged. */
export function positiveOf(filter: Filter): Filter {
  const operator: string = filter.operator;
  return { ...filter, operator: negations[operator as keyof typeof negations] ?? filter.operator };
}

const opposites = { ...negations, eq: "neq", ilike: "nilike", in: "nin", is: "nis" } as const;

/** Returns the filter with the opposite operator; undefined if there is none. */
export function oppositeOf(filter: Filter): Filter | undefined {
  const operator = opposites[filter.operator as keyof typeof opposites];
  return operator && { ...filter, operator };
}

export function toTexts(value: Filter["value"]): Filter["value"] {
  return Array.isArray(value) ? value.map((each) => (typeof each === "string" ? each : JSON.stringify(each))) : value;
}

/** Whether a filter on steps only matches runs, which have their own indexes. */
export function selectsRuns({ field, operator, value }: Filter): boolean {
  return field === "type" && operator === "eq" && value === "run";
}
