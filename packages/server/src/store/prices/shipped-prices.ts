import type * as Library from "@pydantic/genai-prices";
import type { ConditionalPrice, ModelInfo, ModelPrice, Provider, TieredPrices } from "@pydantic/genai-prices";
import type { Rate, Rates } from "./cost-of.ts";

/** A built-in price. Times are epoch milliseconds. */
export interface ShippedPrice {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  /** Readable form of the conditions that a model name must meet. */
  readonly match: string;
  readonly rates: Rates;
  readonly isTiered: boolean;
  readonly validFrom: number | null;
  readonly validTo: number | null;
}

/** Length of a time slot in milliseconds. Prices are cached per slot, because some depend on the time of day. */
const slot = 30 * 60_000;
const maximumEntries = 5_000;

/**
 * Built-in prices: the prices in `@pydantic/genai-prices` at build time. Nothing is downloaded. The table takes 20 MB
 * of memory, so it is loaded on first use.
 */
export class ShippedPrices {
  readonly #library: typeof Library;
  readonly #providers: readonly Provider[];
  readonly #found = new Map<string, Rates | null>();

  private constructor(library: typeof Library, providers: readonly Provider[]) {
    this.#library = library;
    this.#providers = providers;
  }

  static async load(): Promise<ShippedPrices> {
    const library = await import("@pydantic/genai-prices");
    return new ShippedPrices(library, (await library.waitForUpdate()) ?? []);
  }

  /**
   * Finds the price of a model at the provider. If the provider is null or has no price for the model, finds the price
   * at any provider. Null if the model is unknown.
   */
  find(provider: string | null, model: string, time: number): Rates | null {
    const key = `${Math.floor(time / slot)} ${provider?.length ?? -1} ${provider} ${model}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const rates =
      (provider === null ? null : this.#look(model, time, provider)) ??
      this.#look(model, time) ??
      this.#lookWithoutPrefix(provider, model, time);
    if (this.#found.size >= maximumEntries) this.#found.clear();
    this.#found.set(key, rates);
    return rates;
  }

  /** All prices with their validity, by provider and name. Prices by time of day are omitted. */
  list(): ShippedPrice[] {
    return this.#providers
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .flatMap((provider) => provider.models.flatMap((model) => pricesOf(provider.id, model)));
  }

  /**
   * Looks up a model name without its prefix. Some libraries add the provider (`openai/gpt-4o`), and Gemini's API adds
   * `models/`.
   */
  #lookWithoutPrefix(provider: string | null, model: string, time: number): Rates | null {
    const end = model.indexOf("/");
    if (end === -1) return null;
    const name = model.slice(end + 1);
    const known = provider === null ? null : this.#look(name, time, provider);
    return known ?? this.#look(name, time, model.slice(0, end));
  }

  #look(model: string, time: number, providerId?: string): Rates | null {
    try {
      const timestamp = new Date(time);
      const found = this.#library.calcPrice(
        {},
        model,
        providerId === undefined ? { timestamp } : { providerId, timestamp },
      );
      return found && toRates(found.provider.id, found.model.id, found.model_price);
    } catch {
      // An invalid pattern in the table must not prevent a record from being stored.
      return null;
    }
  }
}

function pricesOf(provider: string, model: ModelInfo): ShippedPrice[] {
  const dated = datedPrices(model);
  return dated.flatMap(({ prices, from }, place): ShippedPrice[] => {
    const rates = toRates(provider, model.id, prices);
    if (rates === null) return [];
    return [
      {
        id: from === null ? rates.priceId : `${rates.priceId}@${new Date(from).toISOString().slice(0, 10)}`,
        provider,
        name: model.name ?? model.id,
        match: toPattern(model.match),
        rates,
        isTiered: [rates.input, rates.output].some((rate) => typeof rate !== "number"),
        validFrom: from,
        validTo: dated[place + 1]?.from ?? null,
      },
    ];
  });
}

interface DatedPrices {
  readonly prices: ModelPrice;
  readonly from: number | null;
}

function datedPrices({ prices }: ModelInfo): DatedPrices[] {
  if (!Array.isArray(prices)) return [{ prices, from: null }];
  return prices.flatMap(({ constraint, prices: own }: ConditionalPrice): DatedPrices[] => {
    if (constraint === undefined) return [{ prices: own, from: null }];
    return constraint.type === "start_date" ? [{ prices: own, from: Date.parse(constraint.start_date) }] : [];
  });
}

/** Converts the prices of a model. Null for models without token prices. */
function toRates(provider: string, model: string, prices: ModelPrice): Rates | null {
  const [input, output] = [toRate(prices["input_mtok"]), toRate(prices["output_mtok"])];
  if (input === null && output === null) return null;
  return {
    priceId: `${provider}:${model}`,
    input: input ?? 0,
    output: output ?? 0,
    cachedInput: toRate(prices["cache_read_mtok"]),
    cacheWrite: toRate(prices["cache_write_mtok"]),
    reasoning: toRate(prices["output_reasoning_mtok"]),
  };
}

function toRate(price: number | TieredPrices | undefined): Rate | null {
  return price ?? null;
}

function toPattern(match: ModelInfo["match"]): string {
  if ("or" in match) return match.or.map(toPattern).join("|");
  if ("and" in match) return match.and.map(toPattern).join(" and ");
  if ("equals" in match) return escape(match.equals);
  if ("starts_with" in match) return `${escape(match.starts_with)}.*`;
  if ("ends_with" in match) return `.*${escape(match.ends_with)}`;
  if ("contains" in match) return `.*${escape(match.contains)}.*`;
  return match.regex;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}
