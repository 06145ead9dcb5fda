import type { LogResource } from "../log-resource.ts";
import type { Condition } from "./condition.ts";
import { filterFields, findField, operatorsOf } from "./filter-fields.ts";

/**
 * Operators of conditions that can be converted between threads and steps. With these operators, a thread matches if
 * any of its steps has a matching value. For other operators, such as `neq`, it is unclear whether one step or all
 * steps of the thread must match.
 */
const positive: readonly string[] = ["eq", "ilike", "in", "nis"];

/**
 * Converts the filters of one log list for another list, for example when the user switches from runs to threads. Omits
 * filters that the other list does not support, or that would mean something else there.
 */
export function carryConditions(
  conditions: readonly Condition[],
  { from, to }: { readonly from: LogResource; readonly to: LogResource },
): Condition[] {
  return conditions.flatMap((condition) => {
    const field = findField(from, condition.field);
    // `id` and `type` have a different meaning in each list.
    if (!field || field.name === "id" || (field.facet === "type" && from !== to)) return [];
    if (field.name === "name" || field.name === "stepName") return carryName(condition, { from, to });
    const twin = filterFields[to].find(
      (each) => each.name === field.name || (field.facet !== undefined && each.facet === field.facet),
    );
    const fits = twin?.kind === field.kind && operatorsOf(twin).includes(condition.operator);
    return fits ? [{ ...condition, field: twin.name }] : [];
  });
}

const listsOfSteps: readonly LogResource[] = ["runs", "steps", "generations"];

/**
 * Whether a condition on the name has the same meaning in both lists. Runs and generations are steps, so conditions on
 * their names can be applied to the list of steps. The opposite does not hold: most steps are neither runs nor
 * generations.
 */
export function sharesNames({ from, to }: { readonly from: LogResource; readonly to: LogResource }): boolean {
  return from === to || (to === "steps" && listsOfSteps.includes(from));
}

/**
 * Converts a condition on the name. In the list of threads, the field `stepName` contains the names of the thread's
 * steps.
 */
function carryName(condition: Condition, lists: { readonly from: LogResource; readonly to: LogResource }): Condition[] {
  const { from, to } = lists;
  const isOfStep = condition.field === "stepName" || listsOfSteps.includes(from);
  if (from !== to && isOfStep && (from === "threads" || to === "threads")) {
    const field = to === "threads" ? "stepName" : "name";
    const fits = (to === "threads" || to === "steps") && positive.includes(condition.operator);
    return fits ? [{ ...condition, field }] : [];
  }
  return sharesNames(lists) ? [condition] : [];
}
