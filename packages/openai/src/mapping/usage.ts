import type { JsonObject } from "@threadline/core";
import { type MappedGeneration, NOTHING, toJsonObject, toNumber, toObject } from "@threadline/core/internal";

export function readUsage(
  value: unknown,
): Pick<MappedGeneration, "inputTokenCount" | "outputTokenCount" | "tokenCount"> {
  const usage = toObject(value);
  const inputTokenCount = toNumber(usage["prompt_tokens"]) ?? toNumber(usage["input_tokens"]);
  const total = toNumber(usage["total_tokens"]);
  const isInputOnly = inputTokenCount !== undefined && total === inputTokenCount;
  const outputTokenCount =
    toNumber(usage["completion_tokens"]) ?? toNumber(usage["output_tokens"]) ?? (isInputOnly ? 0 : undefined);
  if (inputTokenCount === undefined && outputTokenCount === undefined && total === undefined) return {};
  return { inputTokenCount, outputTokenCount, tokenCount: total ?? (inputTokenCount ?? 0) + (outputTokenCount ?? 0) };
}

export function readUsageDetails(value: unknown): JsonObject | undefined {
  const usage = toObject(value);
  if (usage === NOTHING) return undefined;
  const input = toObject(
    usage["prompt_tokens_details"] ?? usage["input_tokens_details"] ?? usage["input_token_details"],
  );
  const output = toObject(
    usage["completion_tokens_details"] ?? usage["output_tokens_details"] ?? usage["output_token_details"],
  );
  return toJsonObject({
    cachedTokenCount: input["cached_tokens"] ?? usage["prompt_cache_hit_tokens"],
    reasoningTokenCount: output["reasoning_tokens"],
    inputAudioTokenCount: input["audio_tokens"],
    outputAudioTokenCount: output["audio_tokens"],
    inputImageTokenCount: input["image_tokens"],
    acceptedPredictionTokenCount: output["accepted_prediction_tokens"],
    rejectedPredictionTokenCount: output["rejected_prediction_tokens"],
    inputSeconds: usage["seconds"],
  });
}
