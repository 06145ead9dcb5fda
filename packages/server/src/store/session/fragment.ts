export interface Fragment<Parameter> {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

export function disjunction<Parameter>(fragments: readonly Fragment<Parameter>[]): Fragment<Parameter> {
  return {
    sql: fragments.map(({ sql }) => sql).join(" OR "),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

export function conjunction<Parameter>(fragments: readonly Fragment<Parameter>[]): Fragment<Parameter> {
  if (fragments.length === 0) return always;
  return {
    sql: fragments.map(({ sql }) => `(${sql})`).join(" AND "),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

export const always: Fragment<never> = { sql: "TRUE", parameters: [] };
