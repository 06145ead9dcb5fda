import type { Filter } from "../list.ts";
import { compare, type Fragment } from "./condition.ts";

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

/** Which filters on the value of a score hold only where there is one. */
const presentOperators: ReadonlySet<string> = new Set(["eq", "gt", "gte", "lt", "lte", "nis"]);

/** The ids of the steps with a score that passes a filter on its value; undefined when steps without one pass it, too. */
export function scoredIds(project: number, filter: Filter): Fragment | undefined {
  const { operator, path } = filter;
  if (!presentOperators.has(operator)) return undefined;
  const test =
    operator === "nis"
      ? { sql: "value IS NOT NULL", parameters: [] }
      : compare({ sql: "value", parameters: [] }, filter);
  const named = path === undefined ? "" : " AND name = ?";
  const ids = (column: string): string =>
    `SELECT ${column} FROM scores WHERE project = ?${named} AND ${column} IS NOT NULL AND ${test.sql}`;
  const parameters = [project, ...(path === undefined ? [] : [path]), ...test.parameters];
  return { sql: `${ids("stepId")} UNION ${ids("generationId")}`, parameters: [...parameters, ...parameters] };
}
