/**
 * FROM item with the rows of a table with given ids or keys, before an alias; binds the array first, then the project.
 * Each is found by one probe of an index. From `= ANY` the planner makes that only when its statistics are right, and before
 * they are, it reads all of the project; a subquery with OFFSET stays as it is.
 */
export function rowsBy(table: string, column: "id" | "key"): string {
  const type = column === "id" ? "text" : "bigint";
  return `unnest(?::${type}[]) AS w (value) CROSS JOIN LATERAL ${oneRow(table, "?", column, "w.value")}`;
}

/** LATERAL subquery of the row whose id or key is in another table. */
export function oneRow(table: string, project: string, column: string, value: string): string {
  return `(SELECT * FROM ${table} x WHERE x.project_id = ${project} AND x.${column} = ${value} OFFSET 0)`;
}

/** The condition that finds the payload `p` of a step: in the one partition where it stands. */
export function ofStep(step: string): string {
  return `p.project_id = ${step}.project_id AND p.step = ${step}.key AND p.period = ${step}.period`;
}

/** The payload of a step, to be joined with LATERAL: one probe, whatever the planner thinks of the tables. */
export function payloadOfRow(step: string): string {
  return `(SELECT * FROM step_payloads p WHERE ${ofStep(step)} OFFSET 0)`;
}

/** That of the step `s`. */
export const payloadRow: string = payloadOfRow("s");
