import type { ChatGenerationConstructor, JsonObject } from "@threadline/core";
import { toJsonObject, toList, toNumber, toObject, toText, type Wire } from "@threadline/core/internal";
import { asMessages, readMessage } from "./messages.ts";

export interface Model {
  readonly provider: string | undefined;
  readonly name: string | undefined;
  readonly settings: JsonObject | undefined;
}

export function readModel(caller: unknown): Model {
  const { model, temperature, topP, maxTokens } = toObject(caller);
  const name: unknown = toObject(caller).constructor?.name;
  return {
    provider: toText(name)?.toLowerCase(),
    name: toText(model),
    settings: toJsonObject({
      temperature: toNumber(temperature),
      top_p: toNumber(topP),
      max_tokens: toNumber(maxTokens),
    }),
  };
}

export function readCall(
  model: Model,
  messages: JsonObject[],
  response: unknown,
): ChatGenerationConstructor & { type: "CHAT" } {
  const { raw, message } = toObject(response);
  // For a stream, `raw` is the list of the provider's chunks.
  const parts = Array.isArray(raw) ? toList(raw).map((chunk) => toObject(chunk["raw"] ?? chunk)) : [toObject(raw)];
  const usage = parts.map(usageOf).findLast((each) => each !== undefined);
  const answer = readMessage({ role: "assistant", ...toObject(message) });
  return {
    type: "CHAT",
    provider: model.provider,
    model: firstText(parts, "model", "modelVersion") ?? model.name,
    settings: model.settings,
    messages: asMessages(messages),
    messageCompletion: asMessages([answer])[0],
    ...usage?.counts,
    metadata: toJsonObject({ responseId: firstText(parts, "id", "responseId"), ...usage?.details }),
  };
}

function usageOf(part: Wire): { counts: object; details: Wire } | undefined {
  const usage = toObject(part["usage"] ?? part["usageMetadata"]);
  const input = firstNumber(usage, "prompt_tokens", "input_tokens", "promptTokenCount", "inputTokens");
  const output = firstNumber(usage, "completion_tokens", "output_tokens", "candidatesTokenCount", "outputTokens");
  if (input === undefined && output === undefined) return undefined;
  const inputDetails = toObject(usage["prompt_tokens_details"] ?? usage["input_tokens_details"]);
  const outputDetails = toObject(usage["completion_tokens_details"] ?? usage["output_tokens_details"]);
  return {
    counts: { inputTokenCount: input, outputTokenCount: output, tokenCount: (input ?? 0) + (output ?? 0) },
    details: {
      cachedTokenCount: firstNumber(inputDetails, "cached_tokens") ?? firstNumber(usage, "cachedContentTokenCount"),
      reasoningTokenCount: firstNumber(outputDetails, "reasoning_tokens") ?? firstNumber(usage, "thoughtsTokenCount"),
    },
  };
}

function firstText(parts: readonly Wire[], ...keys: string[]): string | undefined {
  return parts.flatMap((part) => keys.map((key) => toText(part[key]))).find((text) => text !== undefined);
}

function firstNumber(fields: Wire, ...keys: string[]): number | undefined {
  return keys.map((key) => toNumber(fields[key])).find((value) => value !== undefined);
}
