import type { ModelCall } from "../models/model-call.ts";

/** Assumed output tokens of a call without a limit, for its cost estimate. */
export const assumedOutputTokens = 4_096;
/** Assumed tokens of an image. */
const imageTokens = 1_500;
const charactersPerToken = 3;
const imageStart = /^data:image\/[\w.+-]{1,40};base64,/;

/** Estimates the input tokens of a call from the length of its text. */
export function inputTokensOf({ messages, tools = [], responseSchema }: ModelCall): number {
  let images = 0;
  const text = JSON.stringify([messages, tools, responseSchema ?? null], (_key, value: unknown) => {
    if (typeof value !== "string" || !imageStart.test(value)) return value;
    images += 1;
    return "";
  });
  return Math.ceil(text.length / charactersPerToken) + images * imageTokens;
}

/** Estimates the tokens of texts to embed. */
export function embeddingTokensOf(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken);
}
