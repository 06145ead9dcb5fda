import type { JsonObject } from "@threadline/core";
import { type Fields, toFields } from "./values.ts";

export interface Usage {
  inputTokenCount?: number;
  outputTokenCount?: number;
  tokenCount?: number;
  /** Numbers of cached tokens and reasoning tokens, and whether LangChain estimated the counts. */
  details: JsonObject;
}

const INPUT = ["input_tokens", "promptTokens", "prompt_tokens", "inputTokens", "inputTokenCount", "promptTokenCount"];
const OUTPUT = [
  "output_tokens",
  "completionTokens",
  "completion_tokens",
  "outputTokens",
  "outputTokenCount",
  "candidatesTokenCount",
];
const TOTAL = ["total_tokens", "totalTokens", "totalTokenCount"];
const CACHED = [
  "input_token_details.cache_read",
  "prompt_tokens_details.cached_tokens",
  "input_tokens_details.cached_tokens",
  "cache_read_input_tokens",
  "cachedContentTokenCount",
];
const CACHE_WRITES = [
  "input_token_details.cache_creation",
  "cache_creation_input_tokens",
  "prompt_tokens_details.cache_write_tokens",
  "cacheWriteInputTokens",
];
const REASONING = [
  "output_token_details.reasoning",
  "completion_tokens_details.reasoning_tokens",
  "output_tokens_details.reasoning_tokens",
  "thoughtsTokenCount",
];

const PLACES = [
  "tokenUsage",
  "token_usage",
  "usage",
  "usage_metadata",
  "usageMetadata",
  "amazon-bedrock-invocationMetrics",
  "meta.tokens",
  "meta.billed_units",
];

/**
 * Reads the usage of an `LLMResult` from the first of these sources that has counts: `usage_metadata` of the message,
 * `llmOutput`, `response_metadata`, `generationInfo`, and LangChain's estimates. All responses of one call share the
 * usage.
 */
export function readUsage(output: Fields): Usage {
  const { message, generationInfo } = firstGeneration(output);
  const metadata = toFields(toFields(message)["response_metadata"]);
  const holders = [toFields(output["llmOutput"]), metadata, toFields(generationInfo)];
  const reported = [
    toFields(message)["usage_metadata"],
    ...holders.flatMap((holder) => PLACES.map((place) => at(holder, place))),
    // Ollama reports its counts in the metadata itself, not in an object such as `usage`.
    ...holders.map(({ prompt_eval_count: input, eval_count: count }) => ({
      input_tokens: input,
      output_tokens: count,
    })),
  ];
  const found = firstUsage(reported, {});
  if (found) return found;
  const estimates = holders.map(({ estimatedTokenUsage }) => estimatedTokenUsage);
  return firstUsage(estimates, { tokenCountEstimated: true }) ?? { details: {} };
}

/** Returns the first response to the first prompt. LangChain reports the result of each prompt separately. */
export function firstGeneration(output: Fields): Fields {
  const { generations } = output;
  const [first] = Array.isArray(generations) ? (generations as unknown[]) : [];
  return toFields(Array.isArray(first) ? first[0] : undefined);
}

function firstUsage(candidates: unknown[], details: JsonObject): Usage | undefined {
  return candidates.map((candidate) => toUsage(toFields(candidate), details)).find((usage) => usage !== undefined);
}

function toUsage(usage: Fields, details: JsonObject): Usage | undefined {
  const inputTokenCount = countOf(usage, INPUT);
  const outputTokenCount = countOf(usage, OUTPUT);
  const tokenCount = countOf(usage, TOTAL) ?? (inputTokenCount ?? 0) + (outputTokenCount ?? 0);
  // Some providers report zero tokens for a stream.
  if (tokenCount === 0) return undefined;
  const cachedTokenCount = countOf(usage, CACHED);
  const cacheWriteTokenCount = countOf(usage, CACHE_WRITES);
  const reasoningTokenCount = countOf(usage, REASONING);
  return {
    ...(inputTokenCount !== undefined && { inputTokenCount }),
    ...(outputTokenCount !== undefined && { outputTokenCount }),
    tokenCount,
    details: {
      ...details,
      ...(cachedTokenCount && { cachedTokenCount }),
      ...(cacheWriteTokenCount && { cacheWriteTokenCount }),
      ...(reasoningTokenCount && { reasoningTokenCount }),
    },
  };
}

function countOf(usage: Fields, names: readonly string[]): number | undefined {
  return names
    .map((name) => at(usage, name))
    .find((value): value is number => typeof value === "number" && Number.isFinite(value));
}

function at(fields: Fields, path: string): unknown {
  if (path in fields) return fields[path];
  return path.split(".").reduce<unknown>((value, key) => toFields(value)[key], fields);
}
