import type { PricePatterns } from "../price-patterns.ts";
import type { ModelPriceRecord, PriceStore } from "../prices.ts";
import { checkPatterns } from "../project-prices.ts";
import type { Database } from "./database.ts";
import { modelPrices, newestFirst } from "./generation-costs.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { Repricing } from "./repricing.ts";
import type { Session } from "./session.ts";
import { readUsagesOfSteps } from "./step-usages.ts";
import { readCostsOfThreads, readCostsOfUsers, readUsagesOfThreads } from "./thread-usages.ts";

export interface PriceStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly repricing: Repricing;
  readonly patterns: PricePatterns;
}

export function createPriceStore({ database, projects, repricing, patterns }: PriceStoreParts): PriceStore {
  type Job<Result> = (session: Session, project: number) => Promise<Result>;
  async function read<Result>(projectId: string, job: Job<Result>): Promise<Result> {
    const project = await projects.of(projectId);
    return database.read(project, (session) => job(session, project));
  }
  async function change<Result>(projectId: string, job: Job<Result>): Promise<Result> {
    const project = await projects.of(projectId);
    return database.write(project, async (session) => {
      await repricing.start(session, project);
      return job(session, project);
    });
  }

  /** While nobody else changes the prices. */
  async function check(session: Session, project: number, price: ModelPriceRecord): Promise<void> {
    const prices = await modelPrices.all(session, project, newestFirst);
    const others = prices.filter(({ id }) => id !== price.id);
    await checkPatterns(patterns, project, price, others);
  }

  return {
    list: (projectId) => read(projectId, (session, project) => modelPrices.all(session, project, newestFirst)),

    create: (projectId, price) =>
      change(projectId, async (session, project) => {
        await check(session, project, price);
        await modelPrices.insert(session, project, price);
        return price;
      }),

    update: (projectId, id, values) =>
      change(projectId, async (session, project) => {
        const before = await modelPrices.lock(session, project, id);
        if (before === null) return null;
        const price = { ...before, ...values };
        await check(session, project, price);
        await modelPrices.replace(session, project, price);
        return price;
      }),

    delete: (projectId, id) => change(projectId, (session, project) => modelPrices.delete(session, project, id)),

    costsOfThreads: (projectId, ids) =>
      read(projectId, (session, project) => readCostsOfThreads(session, project, ids)),
    usagesOfThreads: (projectId, ids) =>
      read(projectId, (session, project) => readUsagesOfThreads(session, project, ids)),
    usagesOfSteps: (projectId, ids) => read(projectId, (session, project) => readUsagesOfSteps(session, project, ids)),
    costsOfUsers: (projectId, ids) => read(projectId, (session, project) => readCostsOfUsers(session, project, ids)),

    settle: () => repricing.finish(),
  };
}
