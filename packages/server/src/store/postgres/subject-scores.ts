/** Joins the scores `c` of steps and of their generations, by the id that both share. Each column has its index. */
export function joinScores(steps: string): string {
  const own = `c.project_id = ${steps}.project_id`;
  return `
    CROSS JOIN LATERAL (
      SELECT c.name, c.value FROM scores c WHERE ${own} AND c.step_id = ${steps}.id
      UNION ALL
      SELECT c.name, c.value FROM scores c
      WHERE ${own} AND c.generation_id = ${steps}.id AND c.step_id IS DISTINCT FROM ${steps}.id
    ) c`;
}

/** The steps `s` of the threads `r`. */
export const joinSteps = "JOIN steps s ON s.project_id = r.project_id AND s.thread_id = r.id";

/**
 * The id of the step or generation that a score is of. Not `coalesce`: behind row-level security the planner takes that for
 * something that may leak what it compares, and would rather read all steps than use their index.
 */
export function subjectOf(score: string): string {
  return `CASE WHEN ${score}.step_id IS NOT NULL THEN ${score}.step_id ELSE ${score}.generation_id END`;
}
