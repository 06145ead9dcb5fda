import type { TokenUsage } from "./cost-of.ts";
import type { JsonValue } from "./json.ts";
import type { TokenDetails } from "./prices.ts";
import type { StoredGeneration } from "./stored-step.ts";

/** Reads token counts by kind, which are in the metadata of our instrumentations. */
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

/** The tokens of a generation by kind; null when none are known. A part is never more than the whole. */
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
