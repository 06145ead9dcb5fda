import type { Rates } from "./cost-of.ts";
import { limitReached, PatternError } from "../errors.ts";
import type { PricePatterns } from "./price-patterns.ts";
import { type ModelPriceRecord, priceLimits } from "../prices.ts";

/** Maximum length of model names that can match a project's prices. It limits the time of a match. */
const maxModelLength = 255;
const maxModels = 5_000;

/**
 * Throws a `ConflictError` if the project has too many prices. Throws a {@link PatternError} if the pattern of
 * the new or changed price is invalid, or if the patterns exceed the sizes in {@link priceLimits}.
 */
export async function checkPatterns(
  patterns: PricePatterns,
  project: number,
  changed: ModelPriceRecord,
  others: readonly ModelPriceRecord[],
): Promise<void> {
  const { count, size: maxSize, totalSize } = priceLimits;
  if (others.length >= count) {
    throw limitReached("prices", { count: others.length, limit: count });
  }
  const [size = 0] = await patterns.measure(project, [changed.match]);
  if (size > maxSize)
    throw new PatternError("is too complex; write a simpler pattern", { details: { reason: "PATTERN_TOO_COMPLEX" } });
  const sizes = await patterns.measure(
    project,
    others.map(({ match }) => match),
  );
  if (sizes.reduce((sum, other) => sum + other, size) > totalSize) {
    throw new PatternError(
      "is too complex together with the other patterns of the project; simplify it, or delete prices",
      { details: { reason: "PATTERNS_TOO_COMPLEX" } },
    );
  }
}

export class ProjectPrices {
  readonly #project: number;
  readonly #prices: readonly ModelPriceRecord[];
  readonly #patterns: PricePatterns;
  /** Indexes of the prices whose patterns match a model name. */
  #matches: ReadonlyMap<string, readonly number[]> = new Map();

  /** `prices` are in order, newest first. */
  constructor(project: number, prices: readonly ModelPriceRecord[], patterns: PricePatterns) {
    this.#project = project;
    this.#prices = prices.slice(0, priceLimits.count);
    this.#patterns = patterns;
  }

  get isEmpty(): boolean {
    return this.#prices.length === 0;
  }

  /**
   * Whether {@link find} can look up this model. If not, call {@link match} first, which compares the model name with
   * the patterns of the prices. Until then, `find` returns null for the model.
   */
  knows(model: string): boolean {
    return this.isEmpty || model.length > maxModelLength || this.#matches.has(model);
  }

  async match(models: Iterable<string>): Promise<void> {
    const unknown = new Set([...models].filter((model) => !this.knows(model)));
    if (unknown.size === 0) return;
    const patterns = this.#prices.map(({ match }) => match);
    const found = await this.#patterns.match(this.#project, patterns, [...unknown]);
    // Keeps only the newest `maxModels` of the model names that earlier calls matched.
    const kept = [...this.#matches].slice(-maxModels);
    this.#matches = new Map([...kept, ...found]);
  }

  /** Finds the matching price. Prices with a provider take precedence, then the newest. */
  find(provider: string | null, model: string, time: number): Rates | null {
    const matching = (this.#matches.get(model) ?? []).flatMap((position) => {
      const price = this.#prices[position];
      return price !== undefined && applies(price, provider, time) ? price : [];
    });
    const found = matching.find((price) => price.provider !== null) ?? matching[0];
    if (found === undefined) return null;
    const { id, inputPrice, outputPrice, cachedInputPrice, cacheWritePrice, reasoningPrice } = found;
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

function applies(price: ModelPriceRecord, provider: string | null, time: number): boolean {
  return (
    (price.provider === null || price.provider.toLowerCase() === provider?.toLowerCase()) &&
    (price.validFrom === null || time >= price.validFrom) &&
    (price.validTo === null || time < price.validTo)
  );
}
