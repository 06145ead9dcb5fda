import type { Condition } from "../logs/filters/condition.ts";
import { isRootRun, type LogSearch } from "../logs/log-search.ts";
import type { Period } from "./dashboard-search.ts";

export interface RunFilter {
  readonly environment: string | undefined;
  readonly exceptEnvironments: readonly string[];
  readonly tags: readonly string[] | undefined;
  /** Name of the root runs; undefined for all root runs. */
  readonly agent: string | undefined;
}

/** Returns the conditions that select the root runs of a period. */
export function runConditions({ from, to }: Period, filter: RunFilter): readonly Condition[] {
  return [
    isRootRun,
    { field: "createdAt", operator: "gte", value: new Date(from).toISOString() },
    { field: "createdAt", operator: "lt", value: new Date(to).toISOString() },
    ...recordConditions(filter),
  ];
}

/** Returns the search of the log that lists the root runs of a period. */
export function runSearch({ from, to }: Period, filter: RunFilter): LogSearch {
  const hasEnvironment = filter.environment !== undefined || filter.exceptEnvironments.length > 0;
  return {
    filters: recordConditions(filter),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    ...(!hasEnvironment && { experiments: true }),
  };
}

/** Returns the conditions for all parts of a filter. They do not limit the period. */
export function recordConditions({ environment, exceptEnvironments, tags, agent }: RunFilter): Condition[] {
  return [
    ...(environment === undefined ? [] : [{ field: "environment", operator: "eq" as const, value: environment }]),
    ...exceptEnvironments.map((value) => ({ field: "environment", operator: "neq" as const, value })),
    ...(tags ? [{ field: "tags", operator: "in" as const, value: [...tags] }] : []),
    ...(agent === undefined ? [] : [{ field: "name", operator: "eq" as const, value: agent }]),
  ];
}
