import type { ModelPriceInput, PriceListQuery } from "../../generated/model-prices.ts";
import { parseNumber } from "../../ui/number-text.ts";

export type StoredPrice = PriceListQuery["modelPrices"]["nodes"][number];

export const priceFields = [
  "inputPrice",
  "outputPrice",
  "cachedInputPrice",
  "cacheWritePrice",
  "reasoningPrice",
] as const;

type PriceField = (typeof priceFields)[number];

/** Content of the form. Numbers and days are text; empty if not set. */
export type PriceDraft = Readonly<Record<PriceField | "name" | "match" | "provider" | "validFrom" | "validTo", string>>;

/** Returns the initial form. `price` is a price of the project, a built-in price to copy, or null for an empty form. */
export function draftOf(price: StoredPrice | null): PriceDraft {
  return {
    name: price?.name ?? "",
    match: price?.match ?? "",
    provider: price?.provider ?? "",
    inputPrice: textOf(price?.inputPrice),
    outputPrice: textOf(price?.outputPrice),
    cachedInputPrice: textOf(price?.cachedInputPrice),
    cacheWritePrice: textOf(price?.cacheWritePrice),
    reasoningPrice: textOf(price?.reasoningPrice),
    validFrom: price?.validFrom?.slice(0, 10) ?? "",
    validTo: price?.validTo?.slice(0, 10) ?? "",
  };
}

/**
 * Returns the form of a new price for exactly one model. The price applies to all providers and at any time. Its
 * amounts are copied from the price `like`.
 */
export function draftOfModel(model: string, like: StoredPrice | null = null): PriceDraft {
  const amounts = { ...draftOf(like), provider: "", validFrom: "", validTo: "" };
  return { ...amounts, name: model, match: model.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&") };
}

function textOf(number: number | null | undefined): string {
  return number === null || number === undefined ? "" : String(number);
}

/** Parses the form. Returns the price, or the invalid fields. */
export function readDraft(
  draft: PriceDraft,
):
  | { readonly price: ModelPriceInput; readonly wrong: null }
  | { readonly price: null; readonly wrong: readonly (PriceField | "match")[] } {
  const amounts = priceFields.filter((field) => {
    const text = draft[field].trim();
    const isNeeded = field === "inputPrice" || field === "outputPrice";
    return text === "" ? isNeeded : !((parseNumber(text) ?? -1) >= 0);
  });
  const wrong = draft.match.trim() === "" ? (["match", ...amounts] as const) : amounts;
  if (wrong.length > 0) return { price: null, wrong };
  const price: ModelPriceInput = {
    name: draft.name.trim() || null,
    match: draft.match.trim(),
    provider: draft.provider.trim() || null,
    inputPrice: parseNumber(draft.inputPrice) ?? 0,
    outputPrice: parseNumber(draft.outputPrice) ?? 0,
    cachedInputPrice: numberOf(draft.cachedInputPrice),
    cacheWritePrice: numberOf(draft.cacheWritePrice),
    reasoningPrice: numberOf(draft.reasoningPrice),
    validFrom: draft.validFrom || null,
    validTo: draft.validTo || null,
  };
  return { price, wrong: null };
}

function numberOf(text: string): number | null {
  return parseNumber(text) ?? null;
}
