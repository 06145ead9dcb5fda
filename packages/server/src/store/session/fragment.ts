import { type RawBuilder, sql } from "kysely";

export interface Fragment<Parameter> {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

export function disjunction<Parameter>(fragments: readonly Fragment<Parameter>[]): Fragment<Parameter> {
  return {
    sql: fragments.map((each) => each.sql).join(" OR "),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

export function conjunction<Parameter>(fragments: readonly Fragment<Parameter>[]): Fragment<Parameter> {
  if (fragments.length === 0) return always;
  return {
    sql: fragments.map((each) => `(${each.sql})`).join(" AND "),
    parameters: fragments.flatMap(({ parameters }) => parameters),
  };
}

export const always: Fragment<never> = { sql: "TRUE", parameters: [] };

/** Converts a fragment to a part of a Kysely query. No literal of our statements contains a `?`. */
export function rawOf<Parameter>({ sql: text, parameters }: Fragment<Parameter>): RawBuilder<unknown> {
  const [first = "", ...others] = text.split("?");
  const rest = others.map((part, index) => sql`${parameters[index]}${sql.raw(part)}`);
  return sql`${sql.raw(first)}${sql.join(rest, sql.raw(""))}`;
}
