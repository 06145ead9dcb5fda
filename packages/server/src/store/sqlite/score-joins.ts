/**
 * Joins the scores `c` of the steps `r`, or of what else has a step's id. Both indexes of scores serve: with a plain OR the
 * planner reads all scores of the project for each step.
 */
export function joinScores(step: string): string {
  return joinScoresOf(`${step}.project`, `${step}.id`);
}

/** The same for the project and the id of a step, given as expressions. */
export function joinScoresOf(project: string, id: string): string {
  return `CROSS JOIN scores c ON ${isScoreOf(project, id)}`;
}

/** The condition that finds the scores `c`, with the project and the id of a step given as expressions. */
export function isScoreOf(project: string, id: string): string {
  const found = (column: string): string => `SELECT key FROM scores WHERE project = ${project} AND ${column} = ${id}`;
  return `c.key IN (${found("stepId")} UNION ALL ${found("generationId")})`;
}
