import { RE2JS } from "re2js";
import type { Rates } from "./cost-of.ts";
import type { ModelPriceRecord } from "./prices.ts";

interface CompiledPrice {
  readonly price: ModelPriceRecord;
  readonly pattern: RE2JS;
}

/** Compiles the pattern of a price, whose time is linear in the text; throws what is wrong with it. */
export function compileMatch(match: string): RE2JS {
  return RE2JS.compile(match, RE2JS.CASE_INSENSITIVE);
}

/** The prices of one project, ready to be found. */
export class ProjectPrices {
  readonly #prices: readonly CompiledPrice[];

  /** Newest first. */
  constructor(prices: readonly ModelPriceRecord[]) {
    this.#prices = prices.map((price) => ({ price, pattern: compileMatch(price.match) }));
  }

  /** Of those that match, one that names the provider goes first, then the newest. */
  find(provider: string | null, model: string, time: number): Rates | null {
    if (this.#prices.length === 0) return null;
    const matching = this.#prices.filter(
      ({ price, pattern }) =>
        (price.provider === null || price.provider.toLowerCase() === provider?.toLowerCase()) &&
        (price.validFrom === null || time >= price.validFrom) &&
        (price.validTo === null || time < price.validTo) &&
        pattern.matches(model),
    );
    const found = matching.find(({ price }) => price.provider !== null) ?? matching[0];
    if (found === undefined) return null;
    const { id, inputPrice, outputPrice, cachedInputPrice, cacheWritePrice, reasoningPrice } = found.price;
    return {
      priceId: id,
      input: inputPrice,
      output: outputPrice,
      cachedInput: cachedInputPrice,
      cacheWrite: cacheWritePrice,
      reasoning: reasoningPrice,
    };
  }
}
