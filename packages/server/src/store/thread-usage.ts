import { nanoDollars } from "./generation-cost.ts";
import type { ThreadUsage } from "./prices.ts";

/** What a store sums up over the generations of a thread. */
export interface ThreadUsageSums {
  /** Generations of which tokens are known. */
  readonly counted: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  /** Billionths of a US dollar; null when none has a price. */
  readonly total: number | null;
  /** US dollars, here and below; null when none has such tokens. */
  readonly inputCost: number | null;
  readonly cachedInputCost: number | null;
  readonly cacheWriteCost: number | null;
  readonly reasoningCost: number | null;
}

/** Null when no tokens are known. */
export function toThreadUsage({ counted, total, ...sums }: ThreadUsageSums): ThreadUsage | null {
  if (counted === 0) return null;
  const { input, cachedInput, cacheWrite, output, reasoning } = sums;
  const dollars = total === null ? null : total / nanoDollars;
  return {
    tokens: { input, cachedInput, cacheWrite, output, reasoning },
    cost:
      dollars === null
        ? null
        : {
            total: dollars,
            input: sums.inputCost ?? 0,
            cachedInput: sums.cachedInputCost ?? 0,
            cacheWrite: sums.cacheWriteCost ?? 0,
            output: Math.max(dollars - (sums.inputCost ?? 0), 0),
            reasoning: sums.reasoningCost ?? 0,
          },
  };
}
