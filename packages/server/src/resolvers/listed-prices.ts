import type { ModelPriceRecord } from "../store/prices.ts";
import type { Rate } from "../store/prices/cost-of.ts";
import { ShippedPrices, type ShippedPrice } from "../store/prices/shipped-prices.ts";
import type { Store } from "../store/store.ts";
import type { ModelPriceSource } from "./sources.ts";

export async function listProjectPrices(store: Store, projectId: string): Promise<ModelPriceSource[]> {
  return (await store.prices.list(projectId)).map(ofProject);
}

export async function listShippedPrices(): Promise<ModelPriceSource[]> {
  return (await ShippedPrices.load()).list().map(ofTable);
}

/** Id of a price as stored with a cost, and the time at which the price is valid if it depends on the time. */
export interface PriceKey {
  readonly id: string;
  readonly time: number;
}

/** Finds prices by the ids that are stored with costs; null for a price that is deleted. */
export async function findPrices(
  store: Store,
  projectId: string,
  keys: readonly PriceKey[],
): Promise<(ModelPriceSource | null)[]> {
  const own = new Map((await listProjectPrices(store, projectId)).map((price) => [price.id, price]));
  const shipped = new Map<string, ShippedPrice[]>();
  if (!keys.every(({ id }) => own.has(id))) {
    for (const price of (await ShippedPrices.load()).list()) {
      const { priceId } = price.rates;
      shipped.set(priceId, [...(shipped.get(priceId) ?? []), price]);
    }
  }
  return keys.map(({ id, time }) => {
    const found = shipped.get(id)?.find((price) => isValid(price, time));
    return own.get(id) ?? (found ? ofTable(found) : null);
  });
}

function isValid({ validFrom, validTo }: ShippedPrice, time: number): boolean {
  return (validFrom === null || validFrom <= time) && (validTo === null || time < validTo);
}

/** Returns the price without the tiers for longer inputs. */
function base(rate: Rate | null): number | null {
  return typeof rate === "object" && rate !== null ? rate.base : rate;
}

export function ofProject(price: ModelPriceRecord): ModelPriceSource {
  return { ...price, source: "PROJECT", isTiered: false };
}

function ofTable({ rates, ...price }: ShippedPrice): ModelPriceSource {
  return {
    ...price,
    source: "SHIPPED",
    createdAt: null,
    updatedAt: null,
    inputPrice: base(rates.input),
    outputPrice: base(rates.output),
    cachedInputPrice: base(rates.cachedInput),
    cacheWritePrice: base(rates.cacheWrite),
    reasoningPrice: base(rates.reasoning),
  };
}
