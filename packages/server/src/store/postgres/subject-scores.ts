/**
 * The scores of steps and of their generations by the id that both share, `subject`, to stand in a FROM; binds the project
 * twice. Few are hashed, and of many each is found by its index.
 */
export const scoresBySubject: string = `(
  SELECT c.project_id, c.step_id AS subject, c.name, c.value FROM scores c
  WHERE c.project_id = ? AND c.step_id IS NOT NULL
  UNION ALL
  SELECT c.project_id, c.generation_id, c.name, c.value FROM scores c
  WHERE c.project_id = ? AND c.generation_id IS NOT NULL AND c.step_id IS DISTINCT FROM c.generation_id)`;

/**
 * The id of the step or generation that a score is of. Not `coalesce`: behind row-level security the planner takes that for
 * something that may leak what it compares, and would rather read all steps than use their index.
 */
export function subjectOf(score: string): string {
  return `CASE WHEN ${score}.step_id IS NOT NULL THEN ${score}.step_id ELSE ${score}.generation_id END`;
}
