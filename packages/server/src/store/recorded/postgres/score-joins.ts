import type { FieldSource } from "../../lists/postgres/postgres-filters.ts";

/**
 * SQL subquery for the scores of the steps in `owners`, including the scores of their generations. Its columns are
 * `name`, `value` and `label` of the score, and `key`: the result of the expression `key` for the scored step `o`.
 * Bind the project twice.
 *
 * One join reads the scores of steps, and another join reads the scores of generations. The planner can then use an
 * index or a hash join for each of them.
 */
export function scoresOfOwners(owners: string, key = "NULL"): string {
  return `(${scoresOfSteps(owners, key)})`;
}

/** Like {@link scoresOfOwners}, for the scores of threads and of their steps. Bind the project three times. */
export function scoresOfThreads(threads: string, steps: string, key = "NULL"): string {
  return `(${scoresOfSteps(steps, key)}
    UNION ALL SELECT ${key} AS key, c.name, c.value, c.label FROM ${threads} o JOIN scores c ON c.project_id = ? AND c.thread_id = o.id)`;
}

function scoresOfSteps(owners: string, key: string): string {
  const select = `SELECT ${key} AS key, c.name, c.value, c.label FROM ${owners} o JOIN scores c ON c.project_id = ?`;
  return `
    ${select} AND c.step_id = o.id
    UNION ALL ${select} AND c.generation_id = o.id AND c.step_id IS DISTINCT FROM o.id`;
}

/**
 * SQL expression for the id of the scored step or generation. It is not written with `coalesce`: with row-level
 * security, the planner would then read all steps instead of using an index.
 */
export function subjectOf(score: string): string {
  return `CASE WHEN ${score}.step_id IS NOT NULL THEN ${score}.step_id ELSE ${score}.generation_id END`;
}

const scoresBySubject = `(
  SELECT project_id, step_id AS subject, name, value, label FROM scores WHERE step_id IS NOT NULL
  UNION ALL
  SELECT project_id, generation_id, name, value, label FROM scores WHERE generation_id IS NOT NULL)`;

/** Filter source for the scores of the step `r`. The path of a filter is the name of a score. */
export const scoresOfStep: FieldSource = fieldOf(
  `FROM ${scoresBySubject} c WHERE c.project_id = @project AND c.subject = r.id`,
);

/**
 * Like {@link scoresOfStep}, for the scores of a thread `r` and of its steps `s`. `condition` selects the steps of the
 * thread. `OFFSET 0` makes PostgreSQL look up the scores of each step in an index. Otherwise, PostgreSQL could read all
 * scores for each thread.
 */
export function scoresOfThread(condition: string): FieldSource {
  const scores = `${scoresBy("step_id")} UNION ALL ${scoresBy("generation_id")}`;
  return fieldOf(`FROM (
    SELECT c.name, c.value, c.label FROM steps s CROSS JOIN LATERAL (${scores} OFFSET 0) c WHERE ${condition}
    UNION ALL
    SELECT c.name, c.value, c.label FROM scores c WHERE c.project_id = @project AND c.thread_id = r.id) c WHERE TRUE`);
}

function scoresBy(column: "step_id" | "generation_id"): string {
  return `SELECT x.name, x.value, x.label FROM scores x WHERE x.project_id = @project AND x.${column} = s.id`;
}

/**
 * SQL expression for the label of a score `c`. A score without a label has that of the category of its value in the
 * schema of its name.
 */
export const labelOfScore: string = `coalesce(c.label, (
  SELECT category ->> 'label' FROM score_schemas h, json_array_elements(h.categories::json) category
  WHERE h.project_id = @project AND h.name = c.name AND (category ->> 'value')::float8 = c.value
  LIMIT 1))`;

/** Filter source for the labels of scores, from the source of their values. */
export function labelsOf(scores: FieldSource): FieldSource {
  return { ...scores, value: labelOfScore };
}

function fieldOf(rows: string): FieldSource {
  return {
    value: "c.value",
    from: ({ path }) =>
      path === undefined ? { sql: rows, parameters: [] } : { sql: `${rows} AND c.name = ?`, parameters: [path] },
  };
}
