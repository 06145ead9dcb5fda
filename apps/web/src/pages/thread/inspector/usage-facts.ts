import type { ReactNode } from "react";
import type { useFormats } from "../../../messages/formats.ts";
import type { ByKind } from "../payloads/token-usage.ts";
import type { useInspectorText } from "./messages.ts";

const labels = {
  input: "inputTokens",
  cachedInput: "cachedTokens",
  cacheWrite: "cacheWriteTokens",
  output: "outputTokens",
  reasoning: "reasoningTokens",
} as const;

/**
 * Returns one line per token type, with its cost. Input and output are always listed. Other types are listed if they
 * have tokens.
 */
export function usageFacts(options: {
  readonly t: ReturnType<typeof useInspectorText>;
  readonly formats: ReturnType<typeof useFormats>;
  readonly tokens: ByKind | null | undefined;
  readonly costs: ByKind | null | undefined;
  /** Whether the service estimated the input and output tokens. */
  readonly isEstimate?: boolean | undefined;
}): (readonly [name: string, value: ReactNode])[] {
  const { t, formats, tokens, costs, isEstimate = false } = options;
  if (!tokens) return [];
  const kinds = Object.keys(labels) as (keyof ByKind)[]; // `Object.keys` returns `string[]`
  return kinds
    .filter((kind) => kind === "input" || kind === "output" || tokens[kind] > 0)
    .map((kind) => {
      const isPart = kind !== "input" && kind !== "output";
      const count = formats.number(tokens[kind]);
      const noted = isEstimate && !isPart ? `${count} (${t("estimated")})` : count;
      const cost = costs?.[kind];
      return [t(labels[kind]), cost ? `${noted} · ${formats.cost(cost)}` : noted] as const;
    });
}
