import { nanoDollars } from "../generation-cost.ts";
import type { ThreadUsage } from "../prices.ts";
import type { Session } from "./session.ts";

const costKinds = ["input", "cachedInput", "cacheWrite", "output", "reasoning"] as const;
type CostKind = (typeof costKinds)[number];

interface UsageRow {
  readonly id: string;
  /** Generations of which tokens are known. */
  readonly counted: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** Billionths of a US dollar. */
  readonly total: number | null;
  /** US dollars, by kind. */
  readonly costs: { readonly [kind in CostKind]: number | null };
}

const inputTokens = "coalesce(s.given_input_token_count, s.input_token_estimate)";
const outputTokens = "coalesce(s.given_output_token_count, s.output_token_estimate)";
const selectUsages = `
  SELECT s.thread_id AS id, count(coalesce(${inputTokens}, ${outputTokens})) AS counted,
    coalesce(sum(${inputTokens}), 0) AS input, coalesce(sum(s.cached_tokens), 0) AS cached_input,
    coalesce(sum(s.cache_write_tokens), 0) AS cache_write, coalesce(sum(${outputTokens}), 0) AS output,
    coalesce(sum(s.reasoning_tokens), 0) AS reasoning, sum(s.cost) AS total,
    json_build_object(${costKinds.map((kind) => `'${kind}', sum((s.cost_details::json ->> '${kind}')::float8)`).join(", ")})
      AS costs
  FROM steps s WHERE s.project_id = ? AND s.thread_id = ANY(?) AND s.generation_type IS NOT NULL GROUP BY s.thread_id`;

/** The tokens and the cost of each thread by kind; null when no tokens are known. */
export async function readUsagesOfThreads(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<(ThreadUsage | null)[]> {
  const rows = await session.all<UsageRow>(selectUsages, project, ids);
  const usages = new Map(rows.filter(({ counted }) => counted > 0).map((row) => [row.id, toUsage(row)]));
  return ids.map((id) => usages.get(id) ?? null);
}

function toUsage({ input, cachedInput, cacheWrite, output, reasoning, total, costs }: UsageRow): ThreadUsage {
  return {
    tokens: { input, cachedInput, cacheWrite, output, reasoning },
    cost:
      total === null
        ? null
        : {
            total: total / nanoDollars,
            input: costs.input ?? 0,
            cachedInput: costs.cachedInput ?? 0,
            cacheWrite: costs.cacheWrite ?? 0,
            output: costs.output ?? 0,
            reasoning: costs.reasoning ?? 0,
          },
  };
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
