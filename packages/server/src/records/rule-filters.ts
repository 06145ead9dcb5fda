import { RecordError } from "./errors.ts";
import { readFilters } from "./filters.ts";
import { readQuery } from "./query.ts";
import type { EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import type { EvaluatorTarget } from "../store/evaluators.ts";
import type { ListFilter } from "../store/list.ts";
import { ownEnvironment } from "../store/resources/note-arrival.ts";

export type RuleConditions = Pick<EvaluationRuleRecord, "filters" | "query" | "target">;

export function listOfTarget(target: EvaluatorTarget): "steps" | "threads" {
  return target === "THREAD" ? "threads" : "steps";
}

/**
 * Returns the filters that select the targets of a rule from the list of steps or from the list of threads. The filters
 * exclude calls that the service itself made.
 */
export function filtersOf({ target, filters, query }: RuleConditions, now: number): ListFilter[] {
  const own: ListFilter[] = [{ field: "environment", operator: "neq", value: ownEnvironment }];
  if (target === "RUN") own.push({ field: "parentId", operator: "is", value: null });
  const list = listOfTarget(target);
  return [...readFilters(list, filters), ...readQuery(list, query, now), ...own];
}

/** Returns the reason why a rule's conditions cannot be read, for example after an import; null if they can. */
export function problemOf(rule: RuleConditions, now: number): string | null {
  try {
    filtersOf(rule, now);
    return null;
  } catch (error) {
    if (error instanceof RecordError) return `The conditions of the rule are not valid: ${error.message}`;
    throw error;
  }
}

/** Range of creation times. `from` is inclusive, `until` is exclusive. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

export function filtersWithin(rule: RuleConditions, { from, until }: Period, now: number): ListFilter[] {
  return [
    ...filtersOf(rule, now),
    { field: "createdAt", operator: "gte", value: from },
    { field: "createdAt", operator: "lt", value: until },
  ];
}
