import { nanoDollars } from "../generation-cost.ts";
import type { ThreadUsage } from "../prices.ts";
import { toThreadUsage, type ThreadUsageSums } from "../thread-usage.ts";
import { toSnakeCase } from "../schema/snake-case.ts";
import type { Session } from "./session.ts";

interface UsageRow extends ThreadUsageSums {
  readonly id: string;
}

const costOfKind = (kind: string): string =>
  `sum((s.cost_details::json ->> '${kind}')::float8) AS ${toSnakeCase(kind)}_cost`;
const inputTokens = "coalesce(s.given_input_token_count, s.input_token_estimate)";
const outputTokens = "coalesce(s.given_output_token_count, s.output_token_estimate)";
const selectUsages = `
  SELECT s.thread_id AS id, count(coalesce(${inputTokens}, ${outputTokens})) AS counted,
    coalesce(sum(${inputTokens}), 0) AS input, coalesce(sum(s.cached_tokens), 0) AS cached_input,
    coalesce(sum(s.cache_write_tokens), 0) AS cache_write, coalesce(sum(${outputTokens}), 0) AS output,
    coalesce(sum(s.reasoning_tokens), 0) AS reasoning, sum(s.cost) AS total,
    ${["input", "cachedInput", "cacheWrite", "reasoning"].map(costOfKind).join(", ")}
  FROM steps s WHERE s.project_id = ? AND s.thread_id = ANY(?) AND s.generation_type IS NOT NULL GROUP BY s.thread_id`;

/** The tokens and the cost of each thread by kind; null when no tokens are known. */
export async function readUsagesOfThreads(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<(ThreadUsage | null)[]> {
  const rows = await session.all<UsageRow>(selectUsages, project, ids);
  const usages = new Map(rows.map((row) => [row.id, toThreadUsage(row)]));
  return ids.map((id) => usages.get(id) ?? null);
}

/** What the generations of each thread cost, in US dollars; null when none has a price. */
export function readCostsOfThreads(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<(number | null)[]> {
  const sql = `
    SELECT thread_id AS id, sum(cost) AS cost FROM steps
    WHERE project_id = ? AND thread_id = ANY(?) AND cost IS NOT NULL GROUP BY thread_id`;
  return readCosts(session, sql, project, ids);
}

/** What all threads of each user cost. */
export function readCostsOfUsers(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<(number | null)[]> {
  const sql = `
    SELECT t.user_id AS id, sum(s.cost) AS cost
    FROM threads t JOIN steps s ON s.project_id = t.project_id AND s.thread_id = t.id AND s.cost IS NOT NULL
    WHERE t.project_id = ? AND t.user_id = ANY(?) GROUP BY t.user_id`;
  return readCosts(session, sql, project, ids);
}

async function readCosts(
  session: Session,
  sql: string,
  project: number,
  ids: readonly string[],
): Promise<(number | null)[]> {
  const rows = await session.all<{ id: string; cost: number }>(sql, project, ids);
  const costs = new Map(rows.map(({ id, cost }) => [id, cost / nanoDollars]));
  return ids.map((id) => costs.get(id) ?? null);
}
