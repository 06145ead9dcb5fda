import type { Random } from "./random.ts";

export type ModelName = "gpt-4o-mini" | "claude-sonnet-4-5" | "gpt-4.1";

interface Model {
  provider: string;
  /** Typical time to first token, in milliseconds. */
  firstTokenMs: number;
  tokensPerSecond: number;
}

/** The three models in the history. The service has built-in prices for them. */
export const models: Readonly<Record<ModelName, Model>> = {
  "gpt-4o-mini": { provider: "openai", firstTokenMs: 340, tokensPerSecond: 96 },
  "claude-sonnet-4-5": { provider: "anthropic", firstTokenMs: 980, tokensPerSecond: 64 },
  "gpt-4.1": { provider: "openai", firstTokenMs: 610, tokensPerSecond: 78 },
};

/** Returns random durations of a call, in milliseconds. Longer inputs have a longer time to first token. */
export function callTimes(
  random: Random,
  { model, inputTokens, outputTokens }: { model: ModelName; inputTokens: number; outputTokens: number },
): { firstTokenMs: number; durationMs: number } {
  const { firstTokenMs, tokensPerSecond } = models[model];
  const first = firstTokenMs * random.spread(0.28) + inputTokens * 0.018;
  const rest = (outputTokens / (tokensPerSecond * random.spread(0.15))) * 1000;
  return { firstTokenMs: Math.round(first), durationMs: Math.round(first + rest) };
}
