import { readFilters } from "../records/filters.ts";
import type { EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import type { EvaluatorTarget } from "../store/evaluators.ts";
import type { ListFilter } from "../store/list.ts";
import { ownEnvironment } from "../store/resources/note-arrival.ts";

/** Returns the list of a target. */
export function listOfTarget(target: EvaluatorTarget): "steps" | "threads" {
  return target === "THREAD" ? "threads" : "steps";
}

/** Filters of the list for the targets of a rule. The service's own calls are never targets. */
export function filtersOf({ target, filters }: Pick<EvaluationRuleRecord, "filters" | "target">): ListFilter[] {
  const own: ListFilter[] = [{ field: "environment", operator: "neq", value: ownEnvironment }];
  if (target === "RUN") own.push({ field: "parentId", operator: "is", value: null });
  return [...readFilters(listOfTarget(target), filters), ...own];
}
