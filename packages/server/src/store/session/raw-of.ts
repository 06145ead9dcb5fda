import { type RawBuilder, sql } from "kysely";
import type { Fragment } from "./fragment.ts";

/** Converts a fragment to a part of a Kysely query. No literal of our statements contains a `?`. */
export function rawOf<Parameter>({ sql: text, parameters }: Fragment<Parameter>): RawBuilder<unknown> {
  const [first = "", ...others] = text.split("?");
  const rest = others.map((part, index) => sql`${parameters[index]}${sql.raw(part)}`);
  return sql`${sql.raw(first)}${sql.join(rest, sql.raw(""))}`;
}
