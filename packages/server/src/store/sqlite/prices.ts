import type { ModelPriceRecord, PriceStore } from "../prices.ts";
import type { Database } from "./database.ts";
import { modelPriceCodec } from "./model-price-codec.ts";
import { nanoDollars } from "./generation-cost.ts";
import type { ProjectKeys } from "./projects.ts";
import type { Repricing } from "./repricing.ts";
import { Table } from "./table.ts";

export interface PriceStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly repricing: Repricing;
}

export function createPriceStore({ database, projects, repricing }: PriceStoreParts): PriceStore {
  const table = new Table<ModelPriceRecord>(database, "modelPrices", modelPriceCodec);
  return {
    async list(projectId) {
      return table.all("project = ? ORDER BY createdAt DESC, key DESC", projects.of(projectId));
    },

    create: (projectId, price) =>
      database.write(() => {
        const project = projects.of(projectId);
        table.insert(project, price);
        repricing.start(project);
        return price;
      }),

    update: (projectId, id, change) =>
      database.write(() => {
        const project = projects.of(projectId);
        const before = table.get(project, id);
        if (before === null) return null;
        const price = { ...before, ...change };
        table.replace(project, price);
        repricing.start(project);
        return price;
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
        WHERE t.project = ? AND t.id = ?`;
      return threadIds.map((id) => {
        const cost = database.get<{ cost: number | null }>(sql, project, id)?.cost ?? null;
        return cost === null ? null : cost / nanoDollars;
      });
    },

    settle: () => repricing.finish(),
  };
}
