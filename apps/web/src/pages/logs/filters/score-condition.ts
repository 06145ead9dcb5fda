import type { FilterOperator } from "../../../generated/analytics.ts";
import { parseNumber } from "../../../ui/number-text.ts";
import { parseConditionValue, takesValue } from "./condition-value.ts";
import type { Condition } from "./condition.ts";
import { scoreLabel } from "./filter-fields.ts";

/** Operators of a score that has labels. Those from `gt` to `lte` compare its value. */
export const scoreOperators = [
  "eq",
  "neq",
  "in",
  "nin",
  "ilike",
  "nilike",
  "gt",
  "gte",
  "lt",
  "lte",
  "nis",
  "is",
] as const satisfies readonly FilterOperator[];

export function takesLabels(operator: FilterOperator): boolean {
  return operator === "in" || operator === "nin";
}

export function isComparison(operator: FilterOperator): boolean {
  return ["gt", "gte", "lt", "lte"].includes(operator);
}

/** Returns the label that a condition on a score tests; that of its number, if the schema has one. */
export function labelOfText(
  text: string,
  labels: readonly { readonly label: string; readonly value: number | null }[],
): string {
  const number = parseNumber(text);
  const isLabel = number === undefined || labels.some(({ label }) => label === text);
  return (isLabel ? undefined : labels.find(({ value }) => value === number)?.label) ?? text;
}

/**
 * Returns the condition on a score that has labels. A number that is not one of the labels is a value.
 * Returns undefined if the text is not valid for the operator.
 */
export function scoreCondition(
  { field, path, operator }: Omit<Condition, "value">,
  {
    text,
    chosen,
    labels,
  }: {
    readonly text: string;
    /** Labels that are chosen if the operator takes several. */
    readonly chosen: readonly string[];
    readonly labels: readonly string[];
  },
): Condition | undefined {
  const of = path === undefined || path === "" ? {} : { path };
  if (takesLabels(operator)) {
    return chosen.length === 0 ? undefined : { field: scoreLabel, operator, value: [...chosen], ...of };
  }
  const isEqual = operator === "eq" || operator === "neq";
  const isNumber = isComparison(operator) || (isEqual && !labels.includes(text) && parseNumber(text) !== undefined);
  const isValue = isNumber || !takesValue(operator);
  const value = parseConditionValue({ kind: isValue ? "number" : "string", operator, text });
  return value === undefined ? undefined : { field: isValue ? field : scoreLabel, operator, value, ...of };
}
