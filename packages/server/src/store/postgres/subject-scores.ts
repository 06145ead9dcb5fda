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
