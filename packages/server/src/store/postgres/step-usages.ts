import { nanoDollars } from "../generation-cost.ts";
import type { StepUsage } from "../prices.ts";
import type { Session } from "./session.ts";

// UNION drops the steps that were reached before, which cuts circles.
const selectUsages = `
  WITH RECURSIVE tree (root, id) AS (
    SELECT id, id FROM steps WHERE project_id = ? AND id = ANY(?)
    UNION SELECT tree.root, c.id FROM tree JOIN steps c ON c.project_id = ? AND c.parent_id = tree.id
  )
  SELECT tree.root AS id, count(*)::int AS step_count,
    sum(coalesce(s.given_input_token_count, s.input_token_estimate)) AS input_token_count,
    sum(coalesce(s.given_output_token_count, s.output_token_estimate)) AS output_token_count,
    sum(s.token_count) AS token_count, sum(s.cost) AS cost
  FROM tree JOIN steps s ON s.project_id = ? AND s.id = tree.id GROUP BY tree.root`;

/** What each step and everything below it used together; null where there is no such step. */
export async function readUsagesOfSteps(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<(StepUsage | null)[]> {
  const rows = await session.all<StepUsage & { readonly id: string }>(selectUsages, project, ids, project, project);
  const usages = new Map(
    rows.map(({ id, cost, ...usage }) => [id, { ...usage, cost: cost === null ? null : cost / nanoDollars }]),
  );
  return ids.map((id) => usages.get(id) ?? null);
}
