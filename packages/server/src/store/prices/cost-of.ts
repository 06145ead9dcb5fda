import type { JsonValue } from "../../json/json-value.ts";
import type { StoredGeneration } from "../ingest/stored-step.ts";
import type { GenerationCost, TokenDetails } from "../prices.ts";

/**
 * US dollars per million tokens. With tiers, the number of input tokens selects one price, which applies to all tokens:
 * the price of the last tier whose `start` is below this number. Without such a tier, `base` applies.
 */
export type Rate = number | { readonly base: number; readonly tiers: readonly { start: number; price: number }[] };

/**
 * Rates of one generation. If the rate of cached input or cache writes is null, the rate of input applies. If the rate
 * of reasoning is null, the rate of output applies.
 */
export interface Rates {
  readonly priceId: string;
  readonly input: Rate;
  readonly output: Rate;
  readonly cachedInput: Rate | null;
  readonly cacheWrite: Rate | null;
  readonly reasoning: Rate | null;
}

/**
 * The tokens of a generation by kind. Cached input and cache writes are part of the input. Reasoning is part of the
 * output.
 */
export interface TokenUsage {
  readonly input: number | null;
  readonly output: number | null;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
}

/** Computes the cost of tokens; null when none are known. Cached tokens are limited to the input tokens. */
export function costOf(usage: TokenUsage, rates: Rates): GenerationCost | null {
  if (usage.input === null && usage.output === null) return null;
  const [inputTokens, outputTokens] = [usage.input ?? 0, usage.output ?? 0];
  const cached = Math.min(usage.cachedInput, inputTokens);
  const written = Math.min(usage.cacheWrite, inputTokens - cached);
  const thought = Math.min(usage.reasoning, outputTokens);
  const price = (tokens: number, rate: Rate): number => (tokens * rateAt(rate, inputTokens)) / 1_000_000;

  const cachedInput = price(cached, rates.cachedInput ?? rates.input);
  const cacheWrite = price(written, rates.cacheWrite ?? rates.input);
  const input = price(inputTokens - cached - written, rates.input) + cachedInput + cacheWrite;
  const reasoning = price(thought, rates.reasoning ?? rates.output);
  const output = price(outputTokens - thought, rates.output) + reasoning;
  return { total: input + output, input, cachedInput, cacheWrite, output, reasoning, priceId: rates.priceId };
}

function rateAt(rate: Rate, inputTokens: number): number {
  if (typeof rate === "number") return rate;
  return rate.tiers.findLast(({ start }) => inputTokens > start)?.price ?? rate.base;
}

/**
 * Reads token counts by kind. The counts of cached input, cache writes and reasoning are in the metadata that our
 * instrumentations send.
 */
export function usageOf(
  generation: Pick<
    StoredGeneration,
    "metadata" | "inputTokenCount" | "inputTokenEstimate" | "outputTokenCount" | "outputTokenEstimate"
  >,
): TokenUsage {
  const { metadata, inputTokenCount, inputTokenEstimate, outputTokenCount, outputTokenEstimate } = generation;
  return {
    input: inputTokenCount ?? inputTokenEstimate,
    output: outputTokenCount ?? outputTokenEstimate,
    cachedInput: countIn(metadata, "cachedTokenCount"),
    cacheWrite: countIn(metadata, "cacheWriteTokenCount"),
    reasoning: countIn(metadata, "reasoningTokenCount"),
  };
}

/**
 * Tokens of a generation by kind; null if none are known. Cached input and cache writes together are limited to the
 * input, and reasoning is limited to the output.
 */
export function tokenDetailsOf(generation: Parameters<typeof usageOf>[0]): TokenDetails | null {
  const { input, output, cachedInput, cacheWrite, reasoning } = usageOf(generation);
  if (input === null && output === null) return null;
  const cached = Math.min(cachedInput, input ?? 0);
  return {
    input: input ?? 0,
    cachedInput: cached,
    cacheWrite: Math.min(cacheWrite, (input ?? 0) - cached),
    output: output ?? 0,
    reasoning: Math.min(reasoning, output ?? 0),
  };
}

function countIn(metadata: JsonValue, name: string): number {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return 0;
  const count = metadata[name];
  return typeof count === "number" && count > 0 ? count : 0;
}
