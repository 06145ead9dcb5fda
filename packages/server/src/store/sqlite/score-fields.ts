import type { FieldSource } from "../lists/sqlite/sqlite-filters.ts";

/** The values of the scores `c` that some rows lead to; the filter's path, if any, names the score. */
export function scoresOf(rows: string): FieldSource {
  return {
    value: "c.value",
    from: ({ path }) =>
      path === undefined ? { sql: rows, parameters: [] } : { sql: `${rows} AND c.name = ?`, parameters: [path] },
  };
}
