import { type RawBuilder, sql } from "kysely";
import { nanoDollars } from "../prices/generation-cost.ts";
import type { PricePatterns } from "../prices/price-patterns.ts";
import type { ModelPriceRecord, PriceStore, StepUsage, ThreadUsage } from "../prices.ts";
import { costOf } from "../prices/cost-of.ts";
import { checkPatterns, ProjectPrices } from "../prices/project-prices.ts";
import { ShippedPrices } from "../prices/shipped-prices.ts";
import { modelPrices as table } from "../schema/settings.ts";
import { CompiledQueries } from "../session/compiled-queries.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { isThreadInPeriod } from "./users.ts";

export interface Repricing {
  /**
   * Restarts the update of the costs of a project's generations. Call it before the prices change, in the same
   * transaction.
   */
  start(session: Session, project: number): Promise<void>;
  finish(): Promise<void>;
}

export interface PriceStoreParts {
  readonly sessions: Sessions;
  readonly repricing: Repricing;
  readonly patterns: PricePatterns;
}

const prices = new RecordTable(table);
const queries = new CompiledQueries();

/** Returns the prices newest first, because the newest matching price applies. */
export function listPrices(session: Session, project: number): Promise<ModelPriceRecord[]> {
  return prices.all(session, project, (query) => query.orderBy("created_at", "desc").orderBy("key", "desc"));
}

export function createPriceStore({ sessions, repricing, patterns }: PriceStoreParts): PriceStore {
  const list = (projectId: string) => sessions.read(projectId, listPrices);

  /**
   * Changes a price after checking its pattern, a regular expression. The check can take long, so it runs outside of
   * the transaction, and is repeated if a price was changed meanwhile.
   */
  async function change(
    projectId: string,
    toPrice: (known: readonly ModelPriceRecord[]) => ModelPriceRecord | null,
    write: (session: Session, project: number, price: ModelPriceRecord) => Promise<unknown>,
  ): Promise<ModelPriceRecord | null> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- retries until there is no concurrent change, here and below
      const { project, known } = await sessions.read(projectId, async (session, key) => {
        return { project: key, known: await listPrices(session, key) };
      });
      const price = toPrice(known);
      if (price === null) return null;
      const others = known.filter(({ id }) => id !== price.id);
      // oxlint-disable-next-line no-await-in-loop
      await checkPatterns(patterns, project, price, others);
      // oxlint-disable-next-line no-await-in-loop
      const isWritten = await sessions.write(projectId, async (session, key) => {
        await session.holdLock("prices", key);
        if (JSON.stringify(await listPrices(session, key)) !== JSON.stringify(known)) return false;
        await repricing.start(session, key);
        await write(session, key, price);
        return true;
      });
      if (isWritten) return price;
    }
  }

  return {
    list,

    async create(projectId, price) {
      await change(
        projectId,
        () => price,
        (session, project) => prices.insert(session, project, price),
      );
      return price;
    },

    update: (projectId, id, values) =>
      change(
        projectId,
        (known) => {
          const before = known.find((price) => price.id === id);
          return before === undefined ? null : { ...before, ...values };
        },
        (session, project, price) => prices.replace(session, project, price),
      ),

    delete: (projectId, id) =>
      sessions.write(projectId, async (session, project) => {
        await repricing.start(session, project);
        return prices.delete(session, project, id);
      }),

    costsOfThreads: (projectId, ids) =>
      sessions.read(projectId, (session, project) =>
        readCosts(session, "threads", [project, ids], (isOf) => {
          return sql`SELECT id, cost FROM threads t WHERE project_id = ${project} AND ${isOf("id")}`;
        }),
      ),

    costsOfUsers: (projectId, ids, period) =>
      sessions.read(projectId, (session, project) =>
        readCosts(session, period ? null : "users", [project, ids], (isOf) => {
          const isThread = sql.raw(isThreadInPeriod(session.dialect, period));
          return sql`SELECT r.id, sum(t.cost) AS cost FROM users r CROSS JOIN threads t
            WHERE r.project_id = ${project} AND ${isOf("r.id")} AND ${isThread} GROUP BY r.id`;
        }),
      ),

    usagesOfThreads: (projectId, ids) =>
      sessions.read(projectId, (session, project) => readUsagesOfThreads(session, project, ids)),

    usagesOfSteps: (projectId, ids) =>
      sessions.read(projectId, (session, project) => readUsagesOfSteps(session, project, ids)),

    async estimate(projectId, { provider, model, time, inputTokens, outputTokens }) {
      const { project, known } = await sessions.read(projectId, async (session, key) => {
        return { project: key, known: await listPrices(session, key) };
      });
      const own = new ProjectPrices(project, known, patterns);
      await own.match([model]);
      const rates = own.find(provider, model, time) ?? (await ShippedPrices.load()).find(provider, model, time);
      const usage = { input: inputTokens, output: outputTokens, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
      return (rates && costOf(usage, rates)?.total) ?? null;
    },

    settle: () => repricing.finish(),
  };
}

/**
 * Reads costs in US dollars, in the order of the ids. A query without a name is not kept: its text contains values.
 */
async function readCosts(
  session: Session,
  name: string | null,
  [project, ids]: readonly [number, readonly string[]],
  select: (
    isOf: (column: string) => RawBuilder<unknown>,
  ) => RawBuilder<{ readonly id: string; readonly cost: number | null }>,
): Promise<(number | null)[]> {
  const { dialect } = session;
  const query = () => select((column) => sql`${dialect.isIn(column, ids)}`);
  const rows = await session.all(
    name === null ? query().compile(session.db) : queries.of(session, name, query, [project, dialect.toList(ids)]),
  );
  const costs = new Map(rows.map(({ id, cost }) => [id, cost === null ? null : cost / nanoDollars]));
  return ids.map((id) => costs.get(id) ?? null);
}

interface ThreadUsageRow {
  readonly id: string;
  /** Number of generations with known token counts. */
  readonly counted: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** Billionths of a US dollar; null without a price. */
  readonly total: number | null;
  /** US dollars; null if there are no input tokens. */
  readonly inputCost: number | null;
  readonly cachedInputCost: number | null;
  readonly cacheWriteCost: number | null;
  readonly reasoningCost: number | null;
}

async function readUsagesOfThreads(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<(ThreadUsage | null)[]> {
  const { dialect } = session;
  const query = () => {
    const { alias, join, input, output } = generationsOf(session);
    // Reading JSON is expensive. So `cost_details` is read only if the column `tokens` is positive. For example, the
    // cost of `cachedInput` is read only if `cached_tokens` is positive.
    const cost = (kind: string, tokens: string) =>
      sql`sum(CASE WHEN ${sql.ref(`${alias}.${tokens}`)} > 0
        THEN ${dialect.jsonNumber(`${alias}.cost_details`, kind)} END) AS ${sql.ref(`${kind}Cost`)}`;
    const sum = (column: string) => sql`coalesce(sum(${sql.ref(`${alias}.${column}`)}), 0)`;
    return sql<ThreadUsageRow>`
      SELECT t.id, count(coalesce(${input}, ${output})) AS counted,
        coalesce(sum(${input}), 0) AS input, ${sum("cached_tokens")} AS "cachedInput",
        ${sum("cache_write_tokens")} AS "cacheWrite", coalesce(sum(${output}), 0) AS output,
        ${sum("reasoning_tokens")} AS reasoning, sum(${sql.ref(`${alias}.cost`)}) AS total,
        ${cost("input", "cost")}, ${cost("cachedInput", "cached_tokens")},
        ${cost("cacheWrite", "cache_write_tokens")}, ${cost("reasoning", "reasoning_tokens")}
      FROM threads t CROSS JOIN steps s ${join}
      WHERE t.project_id = ${project} AND ${dialect.isIn("t.id", ids)} AND ${sql.raw(dialect.isStepOfThread)}
      GROUP BY t.id`;
  };
  const rows = await session.all(queries.of(session, "thread usages", query, [project, dialect.toList(ids)]));
  const usages = new Map(rows.map((row) => [row.id, toThreadUsage(row)]));
  return ids.map((id) => usages.get(id) ?? null);
}

/** Returns null if no token counts are known. */
function toThreadUsage({ counted, total, ...row }: ThreadUsageRow): ThreadUsage | null {
  if (counted === 0) return null;
  const { input, cachedInput, cacheWrite, output, reasoning } = row;
  const tokens = { input, cachedInput, cacheWrite, output, reasoning };
  if (total === null) return { tokens, cost: null };
  const inputCost = row.inputCost ?? 0;
  const cost = {
    total: total / nanoDollars,
    input: inputCost,
    cachedInput: row.cachedInputCost ?? 0,
    cacheWrite: row.cacheWriteCost ?? 0,
    output: Math.max(total / nanoDollars - inputCost, 0),
    reasoning: row.reasoningCost ?? 0,
  };
  return { tokens, cost };
}

async function readUsagesOfSteps(
  session: Session,
  project: number,
  ids: readonly string[],
): Promise<(StepUsage | null)[]> {
  const { dialect } = session;
  const query = () => {
    const { alias, join, input, output } = generationsOf(session);
    // UNION drops steps that were already reached, which ends cycles.
    return sql<StepUsage & { readonly id: string }>`
      WITH RECURSIVE tree (root, id) AS (
        SELECT id, id FROM steps WHERE project_id = ${project} AND ${dialect.isIn("id", ids)}
        UNION SELECT tree.root, c.id FROM tree CROSS JOIN steps c
        WHERE c.project_id = ${project} AND c.parent_id = tree.id
      )
      SELECT tree.root AS id, count(*) AS "stepCount", sum(${input}) AS "inputTokenCount",
        sum(${output}) AS "outputTokenCount", sum(${sql.ref(`${alias}.token_count`)}) AS "tokenCount",
        sum(${sql.ref(`${alias}.cost`)}) AS cost
      FROM tree CROSS JOIN steps s ${join} WHERE s.project_id = ${project} AND s.id = tree.id GROUP BY tree.root`;
  };
  const parameters = [project, dialect.toList(ids), project, project];
  const rows = await session.all(queries.of(session, "step usages", query, parameters));
  const usages = new Map(
    rows.map(({ id, cost, ...usage }) => [id, { ...usage, cost: cost === null ? null : cost / nanoDollars }]),
  );
  return ids.map((id) => usages.get(id) ?? null);
}

function generationsOf({ dialect: { generationTable } }: Session) {
  const isApart = generationTable === "generations";
  const alias = isApart ? "g" : "s";
  const tokens = (kind: string) =>
    sql`coalesce(${sql.ref(`${alias}.given_${kind}_token_count`)}, ${sql.ref(`${alias}.${kind}_token_estimate`)})`;
  return {
    alias,
    join: sql.raw(isApart ? "LEFT JOIN generations g ON g.step = s.key" : ""),
    input: tokens("input"),
    output: tokens("output"),
  };
}
