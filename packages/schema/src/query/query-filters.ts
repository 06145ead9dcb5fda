export type ConditionValue = string | number | boolean | null | string[];

export type ConditionOperator =
  | "eq"
  | "neq"
  | "ilike"
  | "nilike"
  | "in"
  | "nin"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "is"
  | "nis";

export interface QueryCondition {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: ConditionValue;
  readonly path?: string;
}

/**
 * A filter of records. `not` matches the records that do not match the condition. `any` matches a record if one of its
 * lists matches, and a list matches if all its filters match. `someStep` matches a thread if one step of the thread
 * matches all filters. `noStep` matches all other threads.
 */
export type QueryFilter<Condition = QueryCondition> =
  | Condition
  | { readonly not: Condition }
  | { readonly any: readonly (readonly QueryFilter<Condition>[])[] }
  | { readonly someStep: readonly QueryFilter<Condition>[] }
  | { readonly noStep: readonly QueryFilter<Condition>[] };

/** Returns a filter that matches if all filters of at least one branch match. */
export function anyOf(branches: readonly (readonly QueryFilter[])[]): QueryFilter {
  const all = branches.flatMap((branch) => {
    const [only, ...more] = branch;
    return only !== undefined && more.length === 0 && "any" in only ? only.any : [branch];
  });
  const [branch = [], ...others] = all;
  const [filter, ...more] = branch;
  return filter !== undefined && more.length === 0 && others.length === 0 ? filter : { any: all };
}

const complements = {
  eq: "neq",
  neq: "eq",
  ilike: "nilike",
  nilike: "ilike",
  in: "nin",
  nin: "in",
  is: "nis",
  nis: "is",
} as const satisfies Partial<Record<ConditionOperator, ConditionOperator>>;

/** Negates filters: the result matches the records that fail at least one of the given filters. */
export function complement(filters: readonly QueryFilter[]): QueryFilter[] {
  const failures = filters.map((filter): QueryFilter[] => {
    if ("any" in filter) return filter.any.flatMap((branch) => complement(branch));
    if ("not" in filter) return [filter.not];
    if ("someStep" in filter) return [{ noStep: filter.someStep }];
    if ("noStep" in filter) return [{ someStep: filter.noStep }];
    const operator = complements[filter.operator as keyof typeof complements];
    return [operator === undefined ? { not: filter } : { ...filter, operator }];
  });
  const [only, ...more] = failures;
  return only !== undefined && more.length === 0 ? only : [anyOf(failures)];
}
