import type { ModelCall } from "../models/model-call.ts";

/** Assumed output tokens of a call without a limit, for its cost estimate. */
export const assumedOutputTokens = 4_096;
const imageTokens = 1_500;
const charactersPerToken = 3;
const imageStart = /^data:image\/[\w.+-]{1,40};base64,/;

export function inputTokensOf({ messages, tools = [], responseSchema }: ModelCall): number {
  let images = 0;
  const text = JSON.stringify([messages, tools, responseSchema ?? null], (_key, value: unknown) => {
    if (typeof value !== "string" || !imageStart.test(value)) return value;
    images += 1;
    return "";
  });
  return Math.ceil(text.length / charactersPerToken) + images * imageTokens;
}

export function embeddingTokensOf(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken);
}
