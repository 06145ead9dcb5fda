import type { ModelPriceRecord, PriceStore } from "../prices.ts";
import type { PricePatterns } from "../price-patterns.ts";
import { checkPatterns } from "../project-prices.ts";
import type { Database } from "./database.ts";
import { modelPriceCodec } from "../model-price-codec.ts";
import { nanoDollars } from "../generation-cost.ts";
import { readUsageOfStep } from "./step-usage.ts";
import { toThreadUsage, type ThreadUsageSums } from "../thread-usage.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { Repricing } from "./repricing.ts";
import { Table } from "./table.ts";
import { nextTurn } from "./next-turn.ts";

export interface PriceStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly repricing: Repricing;
  readonly patterns: PricePatterns;
}

const inputTokens = "coalesce(g.given_input_token_count, g.input_token_estimate)";
const outputTokens = "coalesce(g.given_output_token_count, g.output_token_estimate)";
/** Reading JSON is what takes the time, so that parts are read where there are tokens of the kind. */
const costOfKind = (kind: string, condition: string): string =>
  `sum(CASE WHEN ${condition} THEN g.cost_details ->> '$.${kind}' END) AS ${kind}Cost`;
const selectUsage = `
  SELECT count(coalesce(${inputTokens}, ${outputTokens})) AS counted, coalesce(sum(${inputTokens}), 0) AS input,
    coalesce(sum(g.cached_tokens), 0) AS cachedInput, coalesce(sum(g.cache_write_tokens), 0) AS cacheWrite,
    coalesce(sum(${outputTokens}), 0) AS output, coalesce(sum(g.reasoning_tokens), 0) AS reasoning, sum(g.cost) AS total,
    ${costOfKind("input", "g.cost > 0")}, ${costOfKind("cachedInput", "g.cached_tokens > 0")},
    ${costOfKind("cacheWrite", "g.cache_write_tokens > 0")}, ${costOfKind("reasoning", "g.reasoning_tokens > 0")}
  FROM threads t CROSS JOIN steps s ON s.thread = t.key JOIN generations g ON g.step = s.key
  WHERE t.project_id = ? AND t.id = ?`;

/** How many threads of a user are summed up before other work runs. */
const threadsAtATime = 200;

export function createPriceStore({ database, projects, repricing, patterns }: PriceStoreParts): PriceStore {
  const table = new Table<ModelPriceRecord>(database, "model_prices", modelPriceCodec);
  const listOf = (project: number): ModelPriceRecord[] =>
    table.all("project_id = ? ORDER BY created_at DESC, key DESC", project);
  const turns = new Map<number, Promise<unknown>>();
  /** Changes the prices of a project one after the other, as their sizes are added up before they are written. */
  async function inTurn<Result>(projectId: string, change: (project: number) => Promise<Result>): Promise<Result> {
    const project = projects.of(projectId);
    const before = turns.get(project) ?? Promise.resolve();
    const changed = before.then(() => change(project));
    const turn = changed.catch(() => {});
    turns.set(project, turn);
    try {
      return await changed;
    } finally {
      if (turns.get(project) === turn) turns.delete(project);
    }
  }
  async function check(project: number, price: ModelPriceRecord): Promise<void> {
    const others = listOf(project).filter(({ id }) => id !== price.id);
    await checkPatterns(patterns, project, price, others);
  }

  /** Reads some threads at a time, because a user may have any number of generations. */
  async function costOfUser(project: number, id: string): Promise<number | null> {
    const threads = `
      SELECT t.key AS key FROM users u CROSS JOIN threads t ON t.user = u.key
      WHERE u.project_id = ? AND u.id = ? AND t.key > ? ORDER BY t.key LIMIT ${threadsAtATime}`;
    const sql = `
      SELECT sum(g.cost) AS cost, (SELECT max(key) FROM (${threads})) AS last
      FROM (${threads}) t CROSS JOIN steps s ON s.thread = t.key JOIN generations g ON g.step = s.key`;
    let total: number | null = null;
    for (let after = 0; ;) {
      const at = [project, id, after] as const;
      const row = database.get<{ cost: number | null; last: number | null }>(sql, ...at, ...at);
      if (row?.cost != null) total = (total ?? 0) + row.cost;
      if (row?.last == null) return total === null ? null : total / nanoDollars;
      after = row.last;
      await nextTurn();
    }
  }

  return {
    async list(projectId) {
      return listOf(projects.of(projectId));
    },

    create: (projectId, price) =>
      inTurn(projectId, async (project) => {
        await check(project, price);
        return database.write(() => {
          table.insert(project, price);
          repricing.start(project);
          return price;
        });
      }),

    update: (projectId, id, change) =>
      inTurn(projectId, async (project) => {
        const known = table.get(project, id);
        if (known === null) return null;
        await check(project, { ...known, ...change });
        return database.write(() => {
          const before = table.get(project, id);
          if (before === null) return null;
          const price = { ...before, ...change };
          table.replace(project, price);
          repricing.start(project);
          return price;
        });
      }),

    delete: (projectId, id) =>
      database.write(() => {
        const project = projects.of(projectId);
        const price = table.delete(project, id);
        if (price !== null) repricing.start(project);
        return price;
      }),

    async costsOfThreads(projectId, threadIds) {
      const project = projects.of(projectId);
      const sql = `
        SELECT sum(g.cost) AS cost FROM threads t CROSS JOIN steps s ON s.thread = t.key JOIN generations g ON g.step = s.key
        WHERE t.project_id = ? AND t.id = ?`;
      return threadIds.map((id) => {
        const cost = database.get<{ cost: number | null }>(sql, project, id)?.cost ?? null;
        return cost === null ? null : cost / nanoDollars;
      });
    },

    async usagesOfThreads(projectId, threadIds) {
      const project = projects.of(projectId);
      return threadIds.map((id) => {
        const sums = database.get<ThreadUsageSums>(selectUsage, project, id);
        return sums === undefined ? null : toThreadUsage(sums);
      });
    },

    async usagesOfSteps(projectId, stepIds) {
      const project = projects.of(projectId);
      return stepIds.map((id) => readUsageOfStep(database, project, id));
    },

    async costsOfUsers(projectId, userIds) {
      const project = projects.of(projectId);
      const costs: (number | null)[] = [];
      for (const id of userIds) costs.push(await costOfUser(project, id));
      return costs;
    },

    settle: () => repricing.finish(),
  };
}
