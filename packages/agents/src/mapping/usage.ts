import type { JsonObject } from "@threadline/core";
import { type Fields, given, toFields, toList, toNumber } from "./values.ts";

export interface Usage {
  readonly inputTokenCount?: number | undefined;
  readonly outputTokenCount?: number | undefined;
  readonly tokenCount?: number | undefined;
}

/** Reads token counts. Supports the formats of the Responses API, the Chat Completions API and the framework. */
export function readUsage(value: unknown): Usage {
  const usage = toFields(value);
  const inputTokenCount = count(usage, "input_tokens", "prompt_tokens", "inputTokens");
  const outputTokenCount = count(usage, "output_tokens", "completion_tokens", "outputTokens");
  const total = count(usage, "total_tokens", "totalTokens");
  // The counts of an interrupted stream are zero, so they are not recorded.
  if (!inputTokenCount && !outputTokenCount && !total) return {};
  return { inputTokenCount, outputTokenCount, tokenCount: total ?? (inputTokenCount ?? 0) + (outputTokenCount ?? 0) };
}

export function readUsageDetails(value: unknown): JsonObject | undefined {
  const usage = toFields(value);
  const details = toFields(usage["details"]);
  const input = detailsOf(
    { ...details, ...usage },
    "input_tokens_details",
    "prompt_tokens_details",
    "inputTokensDetails",
  );
  const output = detailsOf(
    { ...details, ...usage },
    "output_tokens_details",
    "completion_tokens_details",
    "outputTokensDetails",
  );
  return given({
    cachedTokenCount: count(input, "cached_tokens"),
    cacheWriteTokenCount: count(input, "cache_write_tokens"),
    reasoningTokenCount: count(output, "reasoning_tokens"),
  });
}

/**
 * Returns the token details under the first of the keys that exists. The details are one object or, in the Agents SDK,
 * a list with one object per request. Only the first object of a list is used.
 */
function detailsOf(usage: Fields, ...keys: string[]): Fields {
  for (const key of keys) {
    const value = usage[key];
    if (Array.isArray(value)) return toList(value)[0] ?? {};
    if (typeof value === "object" && value !== null) return toFields(value);
  }
  return {};
}

function count(fields: Fields, ...keys: string[]): number | undefined {
  return keys.map((key) => toNumber(fields[key])).find((value) => value !== undefined);
}
