import type { Session } from "./session.ts";

/** The rows of each value, in the order of the values. */
export function groupBy<Row>(values: readonly string[], rows: readonly Row[], of: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(of(row));
    if (group === undefined) groups.set(of(row), [row]);
    else group.push(row);
  }
  return values.map((value) => groups.get(value) ?? []);
}

/** How many rows each value has in a column, in the order of the values. */
export async function countBy(
  session: Session,
  project: number,
  { table, column, values }: { readonly table: string; readonly column: string; readonly values: readonly string[] },
): Promise<number[]> {
  const sql = `
    SELECT ${column} AS value, count(*) AS count FROM ${table}
    WHERE project_id = ? AND ${column} = ANY(?) GROUP BY ${column}`;
  const rows = await session.all<{ value: string; count: number }>(sql, project, values);
  const counts = new Map(rows.map(({ value, count }) => [value, count]));
  return values.map((value) => counts.get(value) ?? 0);
}
