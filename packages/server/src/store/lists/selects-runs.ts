import type { Filter } from "../list.ts";

/** Whether a filter on steps selects runs alone, which have indexes of their own. */
export function selectsRuns({ field, operator, value }: Filter): boolean {
  return field === "type" && operator === "eq" && value === "run";
}
