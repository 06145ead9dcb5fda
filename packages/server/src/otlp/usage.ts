import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { Usage } from "./span-facts.ts";
import { toCount, toJsonObject } from "./values.ts";

const inputKeys = ["input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "promptTokenCount", "input"];
const outputKeys = [
  "output_tokens",
  "completion_tokens",
  "outputTokens",
  "completionTokens",
  "candidatesTokenCount",
  "output",
];
const cachedKeys = [
  "cached_tokens",
  "cache_read",
  "cachedTokens",
  "cachedInputTokens",
  "cacheReadTokens",
  "input_cached_tokens",
  "input_cache_read",
  "input_cache_read_tokens",
  "cache_read_input_tokens",
  "cache_read_tokens",
  "cachedContentTokenCount",
  "cached_content_token_count",
];
const writeKeys = [
  "cache_creation",
  "cache_creation_input_tokens",
  "input_cache_creation",
  "cache_write_tokens",
  "cacheWriteTokens",
  "cache_write_input_tokens",
];
const reasoningKeys = [
  "reasoning_tokens",
  "reasoning",
  "reasoningTokens",
  "output_reasoning",
  "output_reasoning_tokens",
  "thoughtsTokenCount",
  "thoughts_token_count",
  "thoughtsTokens",
];

/** Reads the token counts in a usage object of any provider or SDK, by their names. Nested details are included. */
export function readUsage(value: JsonValue | undefined): Usage | undefined {
  const usage = toJsonObject(value);
  const details = Object.entries(usage).flatMap(([key, each]) =>
    /details?$/iu.test(key) && typeof each === "object" ? [toJsonObject(each)] : [],
  );
  const all = [usage, ...details];
  const read: Usage = {
    input: countOf([usage], inputKeys),
    output: countOf([usage], outputKeys),
    cached: countOf(all, cachedKeys),
    cacheWrite: countOf(all, writeKeys),
    reasoning: countOf(all, reasoningKeys),
  };
  return Object.values(read).some((count) => count !== undefined) ? read : undefined;
}

function countOf(objects: readonly JsonObject[], keys: readonly string[]): number | undefined {
  for (const key of keys) {
    for (const object of objects) {
      const count = typeof object[key] === "object" ? undefined : toCount(object[key]);
      if (count !== undefined) return count;
    }
  }
  return undefined;
}

/**
 * Adds cached tokens and cache writes to an input count that excludes them, as in Anthropic's API. With
 * `isReasoningApart`, also adds reasoning tokens to an output count that excludes them.
 */
export function addParts({ input, output, cached, cacheWrite, reasoning }: Usage, isReasoningApart = false): Usage {
  return {
    input: input === undefined ? undefined : input + (cached ?? 0) + (cacheWrite ?? 0),
    output: output === undefined ? undefined : output + (isReasoningApart ? (reasoning ?? 0) : 0),
    cached,
    cacheWrite,
    reasoning,
  };
}

/**
 * Corrects token counts that exclude a part of the tokens. If the cached tokens and cache writes together exceed the
 * input count, they are added to the input count. If the reasoning tokens exceed the output count, they are added to
 * the output count.
 */
export function withExceedingParts(usage: Usage | undefined): Usage | undefined {
  if (usage === undefined) return undefined;
  const { input, output, cached = 0, cacheWrite = 0, reasoning = 0 } = usage;
  const whole = input !== undefined && cached + cacheWrite > input ? addParts(usage) : usage;
  return output !== undefined && reasoning > output ? { ...whole, output: output + reasoning } : whole;
}
