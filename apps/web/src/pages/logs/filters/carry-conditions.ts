import type { LogResource } from "../log-resource.ts";
import type { Condition } from "./condition.ts";
import { filterFields, findField, operatorsOf } from "./filter-fields.ts";

/**
 * Converts the filters of one log list for another list, for example when the user switches from runs to threads. Omits
 * filters that the other list does not support.
 */
export function carryConditions(
  conditions: readonly Condition[],
  { from, to }: { readonly from: LogResource; readonly to: LogResource },
): Condition[] {
  return conditions.flatMap((condition) => {
    const field = findField(from, condition.field);
    // `id` and `type` have a different meaning in each list.
    if (!field || field.name === "id" || (field.facet === "type" && from !== to)) return [];
    const twin = filterFields[to].find(
      (each) => each.name === field.name || (field.facet !== undefined && each.facet === field.facet),
    );
    const fits = twin?.kind === field.kind && operatorsOf(twin).includes(condition.operator);
    return fits ? [{ ...condition, field: twin.name }] : [];
  });
}
