import type { JsonValue } from "@threadline/schema/sdk";
import type { FilterOperator } from "../../../generated/analytics.ts";

export interface Condition {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: JsonValue;
  /** Path in a JSON field, or name of a score. */
  readonly path?: string | undefined;
}

/** Matches records with an error. */
export const hasError: Condition = { field: "error", operator: "nis", value: null };

const operators = [
  "eq",
  "neq",
  "ilike",
  "nilike",
  "in",
  "nin",
  "gt",
  "gte",
  "lt",
  "lte",
  "is",
  "nis",
] as const satisfies readonly FilterOperator[];

export function isSameField(a: Pick<Condition, "field" | "path">, b: Pick<Condition, "field" | "path">): boolean {
  return a.field === b.field && (a.path ?? "") === (b.path ?? "");
}

export function readConditions(value: unknown): Condition[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    if (typeof each !== "object" || each === null) return [];
    // The conditions were parsed from JSON, so the fields of `each` are JSON values.
    const { field, operator, value: operand = null, path } = each as Record<string, JsonValue>;
    const known = operators.find((name) => name === operator);
    if (typeof field !== "string" || known === undefined) return [];
    return [{ field, operator: known, value: operand, ...(typeof path === "string" && path !== "" && { path }) }];
  });
}
