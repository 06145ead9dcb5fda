import type { ModelPriceInput, QueryModelPricesArgs } from "@threadline/schema/server";
import type { JsonObject } from "../json/json-value.ts";
import { type ModelPriceRecord, priceLimits } from "../store/prices.ts";
import { compileMatch } from "../store/prices/compile-match.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readPageSize } from "./page-size.ts";
import { type Given, readName, readRequiredName, readText } from "./text.ts";

/** Reads the fields of a price. The pattern is not compiled here, because that may take long; the store does it. */
export function readModelPrice(input: ModelPriceInput): Omit<ModelPriceRecord, "id" | "createdAt" | "updatedAt"> {
  const { validFrom = null, validTo = null } = input;
  if (validFrom !== null && validTo !== null && validTo <= validFrom) {
    throw badInput("price.validTo", "must be later than validFrom", undefined, "NOT_AFTER_START");
  }
  return {
    name: readName("price.name", input.name) ?? null,
    match: readRequiredName("price.match", input.match),
    provider: readName("price.provider", input.provider) || null,
    inputPrice: readPrice("inputPrice", input.inputPrice),
    outputPrice: readPrice("outputPrice", input.outputPrice),
    cachedInputPrice: readOptionalPrice("cachedInputPrice", input.cachedInputPrice),
    cacheWritePrice: readOptionalPrice("cacheWritePrice", input.cacheWritePrice),
    reasoningPrice: readOptionalPrice("reasoningPrice", input.reasoningPrice),
    validFrom,
    validTo,
  };
}

export function checkModelPrice({ match, inputPrice, outputPrice, ...rest }: JsonObject): void {
  if (typeof match !== "string") throw badInput("modelPrice.match", "must be a string");
  checkMatch(match);
  const optional = ["cachedInputPrice", "cacheWritePrice", "reasoningPrice"].map((name) => [name, rest[name]] as const);
  const given = optional.filter(([, price]) => price != null);
  for (const [name, price] of [["inputPrice", inputPrice], ["outputPrice", outputPrice], ...given] as const) {
    if (typeof price !== "number") throw badInput(`modelPrice.${name}`, "must be a number");
    readPrice(name, price);
  }
}

export function readPricePage({ search, first, skip }: QueryModelPricesArgs): {
  readonly search: string;
  readonly first: number;
  readonly skip: number;
} {
  if (skip != null && skip < 0) throw badInput("skip", "must not be negative", 0);
  return {
    search: (readText("search", search, recordLimits.nameLength) ?? "").toLowerCase(),
    first: readPageSize(first, { initial: 100, most: 1_000 }),
    skip: skip ?? 0,
  };
}

function checkMatch(match: string): void {
  const text = readRequiredName("modelPrice.match", match);
  let size: number;
  try {
    size = compileMatch(text).programSize();
  } catch (error) {
    throw badInput("modelPrice.match", `is not a valid RE2 regular expression: ${(error as Error).message}`);
  }
  const limit = priceLimits.size;
  if (size > limit) throw badInput("modelPrice.match", "is too complex; write a simpler pattern", limit);
}

function readPrice(field: string, price: number): number {
  if (price < 0) throw badInput(`price.${field}`, "must not be negative", 0, "TOO_SMALL");
  if (price > recordLimits.modelPrice) {
    const limit = recordLimits.modelPrice;
    throw badInput(`price.${field}`, `must be at most ${limit}`, limit, "TOO_LARGE");
  }
  return price;
}

function readOptionalPrice(field: string, price: Given<number>): number | null {
  return price == null ? null : readPrice(field, price);
}
