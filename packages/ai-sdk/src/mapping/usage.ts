import type { JsonObject } from "@threadline/core";
import { type MappedGeneration, toJsonObject, toNumber, toObject } from "@threadline/core/internal";

/**
 * Reads the token counts of a call. In version 5 of the AI SDK they are numbers. In versions 6 and 7, they are objects
 * with a total and its parts.
 */
export function readUsage(
  value: unknown,
): Pick<MappedGeneration, "inputTokenCount" | "outputTokenCount" | "tokenCount"> {
  const usage = toObject(value);
  const inputTokenCount = totalOf(usage["inputTokens"]) ?? toNumber(usage["tokens"]);
  const outputTokenCount = totalOf(usage["outputTokens"]) ?? (usage["tokens"] === undefined ? undefined : 0);
  const total = toNumber(usage["totalTokens"]);
  if (inputTokenCount === undefined && outputTokenCount === undefined && total === undefined) return {};
  return { inputTokenCount, outputTokenCount, tokenCount: total ?? (inputTokenCount ?? 0) + (outputTokenCount ?? 0) };
}

export function readUsageDetails(value: unknown): JsonObject | undefined {
  const usage = toObject(value);
  const input = toObject(usage["inputTokens"]);
  const output = toObject(usage["outputTokens"]);
  return toJsonObject({
    cachedTokenCount: input["cacheRead"] ?? usage["cachedInputTokens"],
    cacheWriteTokenCount: input["cacheWrite"],
    reasoningTokenCount: output["reasoning"] ?? usage["reasoningTokens"],
  });
}

function totalOf(count: unknown): number | undefined {
  return toNumber(count) ?? toNumber(toObject(count)["total"]);
}
