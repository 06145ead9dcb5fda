import { nanoDollars } from "../generation-cost.ts";
import type { StepUsage } from "../prices.ts";
import type { Database } from "./database.ts";

// UNION drops the steps that were reached before, which cuts circles.
const selectUsage = `
  WITH RECURSIVE tree (key, id) AS (
    SELECT key, id FROM steps WHERE project_id = ?1 AND id = ?2
    UNION SELECT c.key, c.id FROM tree CROSS JOIN steps c ON c.project_id = ?1 AND c.parent_id = tree.id
  )
  SELECT count(*) AS stepCount, sum(coalesce(g.given_input_token_count, g.input_token_estimate)) AS inputTokenCount,
    sum(coalesce(g.given_output_token_count, g.output_token_estimate)) AS outputTokenCount, sum(g.token_count) AS tokenCount,
    sum(g.cost) AS cost
  FROM tree LEFT JOIN generations g ON g.step = tree.key`;

/** What a step and everything below it used together; null when there is no such step. */
export function readUsageOfStep(database: Database, project: number, id: string): StepUsage | null {
  const usage = database.get<{ [Name in keyof StepUsage]: StepUsage[Name] }>(selectUsage, project, id);
  if (usage === undefined || usage.stepCount === 0) return null;
  return { ...usage, cost: usage.cost === null ? null : usage.cost / nanoDollars };
}
