import type { FieldSource } from "../../lists/postgres/postgres-filters.ts";

/**
 * FROM item with `name` and `value` of the scores of steps and their generations, which have the same id. It binds the
 * project twice. `owners` has the `id` of the steps and, with `key`, the key of the record to which their scores are
 * attributed. The scores of steps and of generations are separate joins, so that the planner can hash the scores if
 * they are few, and use an index if they are many.
 */
export function scoresOfOwners(owners: string, key = "NULL"): string {
  return `(${scoresOfSteps(owners, key)})`;
}

/**
 * Like {@link scoresOfOwners}, for the scores of threads (by `id`) and of their steps. It binds the project three
 * times.
 */
export function scoresOfThreads(threads: string, steps: string, key = "NULL"): string {
  return `(${scoresOfSteps(steps, key)}
    UNION ALL SELECT ${key} AS key, c.name, c.value FROM ${threads} o JOIN scores c ON c.project_id = ? AND c.thread_id = o.id)`;
}

function scoresOfSteps(owners: string, key: string): string {
  const select = `SELECT ${key} AS key, c.name, c.value FROM ${owners} o JOIN scores c ON c.project_id = ?`;
  return `
    ${select} AND c.step_id = o.id
    UNION ALL ${select} AND c.generation_id = o.id AND c.step_id IS DISTINCT FROM o.id`;
}

/**
 * Id of the scored step or generation. With `coalesce` and row-level security, the planner would read all steps instead
 * of using their index, because it treats `coalesce` as leaky.
 */
export function subjectOf(score: string): string {
  return `CASE WHEN ${score}.step_id IS NOT NULL THEN ${score}.step_id ELSE ${score}.generation_id END`;
}

const scoresBySubject = `(
  SELECT project_id, step_id AS subject, name, value FROM scores WHERE step_id IS NOT NULL
  UNION ALL
  SELECT project_id, generation_id, name, value FROM scores WHERE generation_id IS NOT NULL)`;

/** Values of the scores `c` of the step `r`. A filter's path selects scores by name. */
export const scoresOfStep: FieldSource = fieldOf(
  `FROM ${scoresBySubject} c WHERE c.project_id = @project AND c.subject = r.id`,
);

/**
 * Like {@link scoresOfStep}, for the thread `r` and its steps `s` in a condition. The scores of each step are found by
 * index probes: the planner may otherwise read all scores for each thread.
 */
export function scoresOfThread(condition: string): FieldSource {
  const scores = `${scoresBy("step_id")} UNION ALL ${scoresBy("generation_id")}`;
  return fieldOf(`FROM (
    SELECT c.name, c.value FROM steps s CROSS JOIN LATERAL (${scores} OFFSET 0) c WHERE ${condition}
    UNION ALL
    SELECT c.name, c.value FROM scores c WHERE c.project_id = @project AND c.thread_id = r.id) c WHERE TRUE`);
}

function scoresBy(column: "step_id" | "generation_id"): string {
  return `SELECT x.name, x.value FROM scores x WHERE x.project_id = @project AND x.${column} = s.id`;
}

function fieldOf(rows: string): FieldSource {
  return {
    value: "c.value",
    from: ({ path }) =>
      path === undefined ? { sql: rows, parameters: [] } : { sql: `${rows} AND c.name = ?`, parameters: [path] },
  };
}
