import type { JsonObject } from "@threadline/core";
import { toJsonObject, toNumber, toObject } from "@threadline/core/internal";

export interface Usage {
  readonly inputTokenCount?: number | undefined;
  readonly outputTokenCount?: number | undefined;
  readonly tokenCount?: number | undefined;
}

export function readUsage(value: unknown): Usage {
  const { inputTokens, outputTokens } = toObject(value);
  const inputTokenCount = toNumber(inputTokens);
  const outputTokenCount = toNumber(outputTokens);
  if (inputTokenCount === undefined && outputTokenCount === undefined) return {};
  return { inputTokenCount, outputTokenCount, tokenCount: (inputTokenCount ?? 0) + (outputTokenCount ?? 0) };
}

export function readUsageDetails(value: unknown): JsonObject | undefined {
  const { inputDetails, outputDetails } = toObject(value);
  const input = toObject(inputDetails);
  return toJsonObject({
    cachedTokenCount: toNumber(input["cacheRead"]),
    cacheWriteTokenCount: toNumber(input["cacheWrite"]),
    reasoningTokenCount: toNumber(toObject(outputDetails)["reasoning"]),
  });
}
