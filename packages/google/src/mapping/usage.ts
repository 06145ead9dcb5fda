import { type MappedGeneration, toNumber, type Wire } from "@threadline/core/internal";

/**
 * Reads token counts. The provider counts thoughts and tool prompts separately. In records, thoughts are part of the
 * output, and tool prompts are part of the input.
 */
export function readUsage(usage: Wire): Pick<MappedGeneration, "inputTokenCount" | "outputTokenCount" | "tokenCount"> {
  const prompt = toNumber(usage["promptTokenCount"]);
  const answer = toNumber(usage["candidatesTokenCount"]);
  const thoughts = toNumber(usage["thoughtsTokenCount"]);
  const total = toNumber(usage["totalTokenCount"]);
  if (prompt === undefined && answer === undefined && thoughts === undefined) return {};
  const inputTokenCount = prompt === undefined ? undefined : prompt + (toNumber(usage["toolUsePromptTokenCount"]) ?? 0);
  const outputTokenCount = answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0);
  return {
    inputTokenCount,
    outputTokenCount,
    tokenCount: total ?? (inputTokenCount ?? 0) + (outputTokenCount ?? 0),
  };
}

export function readUsageDetails(usage: Wire): Wire {
  return {
    cachedTokenCount: usage["cachedContentTokenCount"],
    reasoningTokenCount: usage["thoughtsTokenCount"],
    toolUsePromptTokenCount: usage["toolUsePromptTokenCount"],
    trafficType: usage["trafficType"],
    serviceTier: usage["serviceTier"],
  };
}
