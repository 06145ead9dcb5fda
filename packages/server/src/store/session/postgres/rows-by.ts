import { payloadTexts, wholePayload } from "./payload-content.ts";

/**
 * FROM item for the rows of a table with the given ids or keys. Each row is found by one index lookup. With `= ANY`,
 * the planner might read all rows of the project instead. Append an alias, such as `s`, and bind two parameters: the
 * array, then the project.
 */
export function rowsBy(table: string, column: "id" | "key"): string {
  const type = column === "id" ? "text" : "bigint";
  return `unnest(?::${type}[]) AS w (value) CROSS JOIN LATERAL ${oneRow(table, "?", column, "w.value")}`;
}

/**
 * LATERAL subquery for the row whose id or key is `value`. `value` is an expression on another table, such as
 * `w.value`. Citus chooses the node by the condition on the project. This condition is inside the subquery, because
 * Citus ignores conditions outside of a subquery with OFFSET.
 */
export function oneRow(table: string, project: string, column: string, value: string): string {
  return `(SELECT * FROM ${table} x WHERE x.project_id = ${project} AND x.${column} = ${value} OFFSET 0)`;
}

/** Condition that `p` is the payload of `step`. The period selects the partition of the payload. */
function ofStep(step: string): string {
  return `p.project_id = @project AND p.step = ${step}.key AND p.period = ${step}.period`;
}

/**
 * LATERAL subquery for the payload `p` of a step. OFFSET 0 makes PostgreSQL find it by one index lookup. A plain join
 * may read all payloads of a project to find one, if the planner's statistics do not contain the project.
 */
function payloadOf(step: string, columns: string): string {
  return `(SELECT ${columns} FROM step_payloads p WHERE ${ofStep(step)} OFFSET 0)`;
}

/** Texts of a step's payload, to be joined with LATERAL. Each text is computed once. */
export function payloadOfRow(step: string): string {
  return payloadOf(step, payloadTexts);
}

export const payloadRow: string = payloadOfRow("s");

/**
 * Like {@link payloadOfRow}, but with the columns as they are stored. `splitContent` splits `content` into the texts
 * after the read.
 */
export function wholePayloadOfRow(step: string): string {
  return payloadOf(step, wholePayload);
}
