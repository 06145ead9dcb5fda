import type { JsonValue } from "@threadline/schema/sdk";
import type { FacetField } from "../../../generated/analytics.ts";
import { type Condition, isSameField } from "./condition.ts";
import { filterFields, findField } from "./filter-fields.ts";
import type { LogResource } from "../log-resource.ts";

export interface FacetChoice {
  readonly field: FacetField;
  readonly path: string | null;
  readonly value: string;
  readonly json: JsonValue | null;
}

/** Adds a facet value to the selected values of its field, or removes it. */
export function toggleFacet(
  resource: LogResource,
  conditions: readonly Condition[],
  choice: FacetChoice,
): readonly Condition[] {
  const wanted = conditionOf(resource, choice);
  if (wanted === null) return conditions;
  if (wanted.operator !== "eq" && wanted.operator !== "in") {
    const others = conditions.filter((each) => !isSame(each, wanted));
    if (others.length < conditions.length) return others;
    return [...others.filter((each) => each.value !== null || !isSameField(each, wanted)), wanted];
  }
  // Number fields do not support the operator `in`, so only one number can be selected. Selecting another number
  // replaces the first one.
  if (typeof wanted.value === "number" && findField(resource, wanted.field)?.kind === "number") {
    const others = conditions.filter((each) => !isSameField(each, wanted));
    return conditions.some((each) => isSame(each, wanted)) ? others : [...others, wanted];
  }
  const current = conditions.find(
    (each) => isSameField(each, wanted) && (each.operator === "eq" || each.operator === "in"),
  );
  const [operand] = valuesOf(wanted);
  const values = current ? valuesOf(current) : [];
  const next = values.includes(operand ?? null)
    ? values.filter((each) => each !== operand)
    : [...values, operand ?? null];
  const others = conditions.filter((each) => each !== current);
  if (next.length === 0) return others;
  const single = next.length === 1 && wanted.operator === "eq";
  return [...others, { ...wanted, operator: single ? "eq" : "in", value: single ? (next[0] ?? null) : next }];
}

/** Selects one facet value, and no other value of its field. */
export function selectOnlyFacet(
  resource: LogResource,
  conditions: readonly Condition[],
  choice: FacetChoice,
): readonly Condition[] {
  const wanted = conditionOf(resource, choice);
  if (wanted === null) return conditions;
  const isReplaced = (each: Condition): boolean =>
    choice.field === "scoreName"
      ? each.field === wanted.field && each.operator === wanted.operator
      : isSameField(each, wanted);
  return [...conditions.filter((each) => !isReplaced(each)), wanted];
}

export function isFacetChosen(resource: LogResource, conditions: readonly Condition[], choice: FacetChoice): boolean {
  const wanted = conditionOf(resource, choice);
  if (wanted === null) return false;
  if (wanted.operator !== "eq" && wanted.operator !== "in") return conditions.some((each) => isSame(each, wanted));
  const [operand] = valuesOf(wanted);
  return conditions.some(
    (each) =>
      isSameField(each, wanted) &&
      (each.operator === "eq" || each.operator === "in") &&
      valuesOf(each).includes(operand ?? null),
  );
}

function conditionOf(resource: LogResource, { field: facet, path, value, json }: FacetChoice): Condition | null {
  const field = filterFields[resource].find((each) => each.facet === facet);
  if (!field) return null;
  if (facet === "error") return { field: field.name, operator: value === "true" ? "nis" : "is", value: null };
  if (facet === "scoreName") return { field: field.name, operator: "nis", value: null, path: value };
  const operand = json ?? value;
  if (field.kind === "list") return { field: field.name, operator: "in", value: [operand] };
  return { field: field.name, operator: "eq", value: operand, ...(path && { path }) };
}

function valuesOf({ value }: Condition): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

function isSame(a: Condition, b: Condition): boolean {
  return isSameField(a, b) && a.operator === b.operator && JSON.stringify(a.value) === JSON.stringify(b.value);
}
