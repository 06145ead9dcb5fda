import { badInput } from "../records/errors.ts";
import { readModelPrice, readPricePage } from "../records/prices.ts";
import { PatternError } from "../store/errors.ts";
import { listProjectPrices, listShippedPrices, ofProject } from "./listed-prices.ts";
import type { GenerationCostResolvers, MutationResolvers, QueryResolvers } from "./resolver-types.ts";
import { notFound } from "./root-fields.ts";

export const priceQueries: QueryResolvers = {
  async modelPrices(_parent, args, { store, project }) {
    const { search, first, skip } = readPricePage(args);
    const own = args.source === "SHIPPED" ? [] : await listProjectPrices(store, project.id);
    const shipped = args.source === "PROJECT" ? [] : await listShippedPrices();
    const found = [...own, ...shipped].filter(({ name, provider, match }) =>
      // Users search for model ids, which often contain dots. Patterns escape dots, so the search also tests the
      // pattern without backslashes.
      [name, provider, match, match.replaceAll("\\", "")].some((text) => text?.toLowerCase().includes(search)),
    );
    return { totalCount: found.length, nodes: found.slice(skip, skip + first) };
  },
};

export const priceMutations: MutationResolvers = {
  async createModelPrice(_parent, { price }, { store, project, now, newId }) {
    const fields = readModelPrice(price);
    const at = now();
    const created = store.prices.create(project.id, { id: newId(), createdAt: at, updatedAt: at, ...fields });
    return ofProject(await created.catch(explainPattern));
  },
  async updateModelPrice(_parent, { id, price }, { store, project, now }) {
    const change = { ...readModelPrice(price), updatedAt: now() };
    const changed = await store.prices.update(project.id, id, change).catch(explainPattern);
    if (changed === null) throw notFound("id", "model price", id);
    return ofProject(changed);
  },
  async deleteModelPrice(_parent, { id }, { store, project }) {
    const price = await store.prices.delete(project.id, id);
    return price && ofProject(price);
  },
};

export const GenerationCost: GenerationCostResolvers = {
  price: ({ priceId }, _args, { loaders, now }) => loaders.pricesOfCosts.load({ id: priceId, time: now() }),
};

function explainPattern(error: unknown): never {
  throw error instanceof PatternError ? badInput("price.match", error.message, undefined, error.details.reason) : error;
}
