import type { Filter } from "../list.ts";

/** The opposite of the operators that hold when another does not, records without a value included. */
const negations = { neq: "eq", nilike: "ilike", nin: "in", nis: "is" } as const;

/** Returns the complement of a negative filter; a positive filter unchanged. */
export function positiveOf(filter: Filter): Filter {
  const operator: string = filter.operator;
  return { ...filter, operator: negations[operator as keyof typeof negations] ?? filter.operator };
}

const opposites = { ...negations, eq: "neq", ilike: "nilike", in: "nin", is: "nis" } as const;

/** Returns the complement of a filter; undefined when there is none. */
export function oppositeOf(filter: Filter): Filter | undefined {
  const operator = opposites[filter.operator as keyof typeof opposites];
  return operator && { ...filter, operator };
}

/** The members of a list as the texts that JSON values are compared by. */
export function toTexts(value: Filter["value"]): Filter["value"] {
  return Array.isArray(value) ? value.map((each) => (typeof each === "string" ? each : JSON.stringify(each))) : value;
}

/** Whether a filter on steps selects runs alone, which have indexes of their own. */
export function selectsRuns({ field, operator, value }: Filter): boolean {
  return field === "type" && operator === "eq" && value === "run";
}
