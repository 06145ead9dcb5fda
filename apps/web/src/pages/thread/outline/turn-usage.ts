import type { Outline } from "./outline.ts";
import { isMessage } from "./step-kind.ts";

/** Models, tokens and cost of one entry in the chat view. Tokens and cost are 0 if unknown. */
export interface TurnUsage {
  /**
   * Distinct names. The model of the last call comes first, because this call wrote the answer. Embedding models come
   * last.
   */
  readonly models: readonly string[];
  readonly tokenCount: number;
  /** Cost in US dollars. */
  readonly cost: number;
}

/**
 * Returns the usage of a step and its descendants. If an assistant message has no recorded usage, returns the usage of
 * the steps since the previous message, because these steps produced the message.
 */
export function turnUsage(outline: Outline, step: number): TurnUsage {
  const own = usageOf(outline, [step]);
  const isWritten = outline.typeOf(step) === "assistant_message" && own.models.length === 0 && own.tokenCount === 0;
  return isWritten ? usageOf(outline, stepsBefore(outline, step)) : own;
}

function stepsBefore(outline: Outline, step: number): readonly number[] {
  const parent = outline.parents[step] ?? -1;
  const first = parent === -1 ? 0 : (outline.positions[parent] ?? 0) + 1;
  const steps: number[] = [];
  for (let at = (outline.positions[step] ?? 0) - 1; at >= first; at -= 1) {
    const each = outline.order[at] ?? 0;
    if ((outline.parents[each] ?? -1) !== parent) continue;
    if (isMessage(outline.typeOf(each))) break;
    steps.push(each);
  }
  return steps.toReversed();
}

function usageOf(outline: Outline, steps: readonly number[]): TurnUsage {
  const called: string[] = [];
  const embedding: string[] = [];
  let tokenCount = 0;
  let cost = 0;
  for (const step of steps) {
    tokenCount += outline.totalTokens[step] ?? 0;
    cost += outline.totalCosts[step] ?? 0;
    for (const each of [step, ...outline.descendants(step)]) {
      const model = outline.modelOf(each);
      if (model !== null) (outline.typeOf(each) === "embedding" ? embedding : called).push(model);
    }
  }
  return { models: [...new Set([...called.toReversed(), ...embedding.toReversed()])], tokenCount, cost };
}
