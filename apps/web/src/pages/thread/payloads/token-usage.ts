import type { JsonValue } from "@threadline/schema/sdk";
import { isObject } from "../content/chat-message.ts";
import type { Payload } from "./payload-cache.ts";

/** Numbers of tokens by type. `input` includes `cachedInput` and `cacheWrite`; `output` includes `reasoning`. */
export type ByKind = Readonly<Record<"input" | "cachedInput" | "cacheWrite" | "output" | "reasoning", number>>;

const usageKeys = {
  cached: [
    ["prompt_tokens_details", "cached_tokens"],
    ["input_tokens_details", "cached_tokens"],
    ["cache_read_input_tokens"],
    ["cachedInputTokens"],
  ],
  reasoning: [
    ["completion_tokens_details", "reasoning_tokens"],
    ["output_tokens_details", "reasoning_tokens"],
    ["reasoningTokens"],
  ],
} as const;

/**
 * Returns a generation's tokens by type; null if unknown. If the number of cached or reasoning tokens is 0, the number
 * in the provider's usage object is used instead, which is in the metadata.
 */
export function tokenUsage(generation: Payload["generation"]): ByKind | null {
  if (!generation?.tokenDetails) return null;
  const { tokenDetails, metadata } = generation;
  return {
    ...tokenDetails,
    cachedInput: tokenDetails.cachedInput || (tokensIn(metadata, "cached") ?? 0),
    reasoning: tokenDetails.reasoning || (tokensIn(metadata, "reasoning") ?? 0),
  };
}

function tokensIn(metadata: JsonValue, kind: keyof typeof usageKeys): number | null {
  if (!isObject(metadata)) return null;
  const usage = isObject(metadata["usage"]) ? metadata["usage"] : metadata;
  for (const path of usageKeys[kind]) {
    const value = path.reduce<JsonValue | undefined>((at, key) => (isObject(at) ? at[key] : undefined), usage);
    if (typeof value === "number") return value;
  }
  return null;
}
