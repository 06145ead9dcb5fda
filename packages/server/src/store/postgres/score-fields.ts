import type { FieldSource } from "../lists/postgres/postgres-filters.ts";

/** The scores of steps and of their generations by the id that both share. */
const scoresBySubject = `(
  SELECT project_id, step_id AS subject, name, value FROM scores WHERE step_id IS NOT NULL
  UNION ALL
  SELECT project_id, generation_id, name, value FROM scores WHERE generation_id IS NOT NULL)`;

/** The values of the scores `c` of the steps that a condition joins them to; the filter's path, if any, names the score. */
export function scoresOf(steps: string, condition: string): FieldSource {
  const from = steps === "r" ? `FROM ${scoresBySubject} c` : `FROM steps s JOIN ${scoresBySubject} c ON TRUE`;
  const rows = `${from} WHERE c.project_id = r.project_id AND c.subject = ${steps}.id AND ${condition}`;
  return fieldOf(rows);
}

/** The same of the thread `r`, and of its steps `s` by a condition. */
export function scoresOfThread(condition: string): FieldSource {
  return fieldOf(`FROM (
    SELECT c.name, c.value FROM steps s JOIN ${scoresBySubject} c ON c.project_id = r.project_id AND c.subject = s.id
    WHERE ${condition}
    UNION ALL
    SELECT c.name, c.value FROM scores c WHERE c.project_id = r.project_id AND c.thread_id = r.id) c WHERE TRUE`);
}

function fieldOf(rows: string): FieldSource {
  return {
    value: "c.value",
    from: ({ path }) =>
      path === undefined ? { sql: rows, parameters: [] } : { sql: `${rows} AND c.name = ?`, parameters: [path] },
  };
}
