import { expect, test } from "vitest";
import { readUsage } from "./usage.ts";

const counts = { inputTokenCount: 11, outputTokenCount: 7, tokenCount: 18 };
const answer = (message: object, more: object = {}) => ({ generations: [[{ message, ...more }]] });

test.each([
  ["usage_metadata", answer({ usage_metadata: { input_tokens: 11, output_tokens: 7, total_tokens: 18 } })],
  ["llmOutput.tokenUsage", { llmOutput: { tokenUsage: { promptTokens: 11, completionTokens: 7, totalTokens: 18 } } }],
  ["llmOutput.usage of Anthropic", { llmOutput: { usage: { input_tokens: 11, output_tokens: 7 } } }],
  [
    "response_metadata.tokenUsage",
    answer({ response_metadata: { tokenUsage: { promptTokens: 11, completionTokens: 7, totalTokens: 18 } } }),
  ],
  [
    "response_metadata.usage of OpenAI's stream",
    answer({ response_metadata: { usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } } }),
  ],
  [
    "response_metadata of Bedrock",
    answer({
      response_metadata: { "amazon-bedrock-invocationMetrics": { inputTokenCount: 11, outputTokenCount: 7 } },
    }),
  ],
  [
    "response_metadata.usageMetadata of Google",
    answer({
      response_metadata: { usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 } },
    }),
  ],
  ["response_metadata of Ollama", answer({ response_metadata: { prompt_eval_count: 11, eval_count: 7 } })],
  [
    "response_metadata.meta.billed_units of Cohere",
    answer({ response_metadata: { meta: { billed_units: { input_tokens: 11, output_tokens: 7 } } } }),
  ],
  ["generationInfo.usage", answer({}, { generationInfo: { usage: { input_tokens: 11, output_tokens: 7 } } })],
])("tokens are read from %s", (_place, output) => {
  expect(readUsage(output)).toStrictEqual({ ...counts, details: {} });
});

test.each([
  ["llmOutput", { llmOutput: { estimatedTokenUsage: { promptTokens: 11, completionTokens: 7, totalTokens: 18 } } }],
  [
    "response_metadata",
    answer({ response_metadata: { estimatedTokenUsage: { promptTokens: 11, completionTokens: 7, totalTokens: 18 } } }),
  ],
])("estimates of %s are marked, and the provider's usage takes precedence", (_place, output) => {
  expect(readUsage(output)).toStrictEqual({ ...counts, details: { tokenCountEstimated: true } });
  const reported = { ...output, ...answer({ usage_metadata: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } }) };
  expect(readUsage(reported)).toMatchObject({ tokenCount: 3, details: {} });
});

test("cached and reasoning tokens are details", () => {
  const usage = {
    input_tokens: 11,
    output_tokens: 7,
    total_tokens: 18,
    input_token_details: { cache_read: 4 },
    output_token_details: { reasoning: 2 },
  };
  expect(readUsage(answer({ usage_metadata: usage }))).toStrictEqual({
    ...counts,
    details: { cachedTokenCount: 4, reasoningTokenCount: 2 },
  });
});

test.each([
  [{}],
  [{ llmOutput: { tokenUsage: {} } }],
  [{ llmOutput: { tokenUsage: { totalTokens: 0 } } }],
  [answer({})],
])("no usage is read from %j", (output) => {
  expect(readUsage(output)).toStrictEqual({ details: {} });
});
