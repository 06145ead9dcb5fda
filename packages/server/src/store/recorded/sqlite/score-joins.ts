import type { Filter } from "../../list.ts";
import { sqliteFilters, type FieldSource } from "../../lists/sqlite/sqlite-filters.ts";
import type { Fragment } from "../../session/sqlite/database.ts";

/**
 * Joins the scores `c` of the steps `step` and of their generations. Uses two subqueries, because with an OR, the
 * planner would read all scores of the project for each step.
 */
export function joinScores(step: string): string {
  return joinScoresOf(`${step}.project_id`, `${step}.id`);
}

/** Like {@link joinScores}. `project` and `id` are SQL expressions for the project and the step id. */
export function joinScoresOf(project: string, id: string): string {
  return `CROSS JOIN scores c ON ${isScoreOf(project, id)}`;
}

/** Condition for the scores `c` of a step. `project` and `id` are SQL expressions for the project and the step id. */
export function isScoreOf(project: string, id: string): string {
  const found = (column: string): string =>
    `SELECT key FROM scores WHERE project_id = ${project} AND ${column} = ${id}`;
  return `c.key IN (${found("step_id")} UNION ALL ${found("generation_id")})`;
}

/** Joins the scores `c` of the thread `r` and of its steps. */
export const joinScoresOfThread: string = "CROSS JOIN scores c ON " + isScoreOfThread("r");

/** Condition for the scores `c` of a thread and its steps. */
export function isScoreOfThread(thread: string): string {
  return `c.key IN (
    SELECT c.key FROM steps s ${joinScores("s")} WHERE s.thread = ${thread}.key
    UNION ALL SELECT key FROM scores WHERE project_id = ${thread}.project_id AND thread_id = ${thread}.id)`;
}

/** SQL expression for the key of the thread to which a score or its step belongs. */
export function threadOfScore(score: string): string {
  return `coalesce(
    (SELECT key FROM threads WHERE project_id = ${score}.project_id AND id = ${score}.thread_id),
    (SELECT thread FROM steps
     WHERE project_id = ${score}.project_id AND id = coalesce(${score}.step_id, ${score}.generation_id)))`;
}

/** Filter operators that only match records with a score. */
const presentOperators: ReadonlySet<string> = new Set(["eq", "in", "ilike", "gt", "gte", "lt", "lte", "nis"]);

/**
 * SQL expression for the label of a score. A score without a label has that of the category of its value in the schema
 * of its name.
 */
export function labelOf(score: string): string {
  return `coalesce(${score}.label, (
    SELECT category.value ->> 'label' FROM score_schemas h, json_each(h.categories) category
    WHERE h.project_id = ${score}.project_id AND h.name = ${score}.name AND category.value ->> 'value' = ${score}.value
    LIMIT 1))`;
}

/**
 * Selects the ids of the steps with a score whose value or label passes a filter. Undefined if steps without a score
 * also pass the filter.
 */
export function scoredIds(project: number, filter: Filter): Fragment | undefined {
  return selectScored(project, filter, ["step_id", "generation_id"]);
}

/** Like {@link scoredIds}, for threads. */
export function scoredThreadIds(project: number, filter: Filter): Fragment | undefined {
  return selectScored(project, filter, ["thread_id"]);
}

function selectScored(project: number, filter: Filter, columns: readonly string[]): Fragment | undefined {
  const { field, operator, path } = filter;
  if (!presentOperators.has(operator)) return undefined;
  const tested = field === "scoreLabel" ? labelOf("scores") : "value";
  const test =
    operator === "nis"
      ? { sql: `${tested} IS NOT NULL`, parameters: [] }
      : sqliteFilters.compare({ sql: tested, parameters: [] }, filter);
  const named = path === undefined ? "" : " AND name = ?";
  const ids = (column: string): string =>
    `SELECT ${column} FROM scores WHERE project_id = ?${named} AND ${column} IS NOT NULL AND ${test.sql}`;
  const parameters = [project, ...(path === undefined ? [] : [path]), ...test.parameters];
  return { sql: columns.map(ids).join(" UNION "), parameters: columns.flatMap(() => parameters) };
}

/**
 * Filter source for the values of scores. `rows` is a FROM and WHERE clause that selects scores as `c`. The path of a
 * filter is the name of a score.
 */
export function scoresOf(rows: string): FieldSource {
  return {
    value: "c.value",
    from: ({ path }) =>
      path === undefined ? { sql: rows, parameters: [] } : { sql: `${rows} AND c.name = ?`, parameters: [path] },
  };
}

/** Like {@link scoresOf}, for the labels of the scores. */
export function labelsOf(rows: string): FieldSource {
  return { ...scoresOf(rows), value: labelOf("c") };
}
