import { expect, test } from "vitest";
import { estimateTokenCounts, lacksTokenCounts, loadTokenCounter } from "./token-counts.ts";

const countTokens = await loadTokenCounter();

test("missing counts are estimated from messages and their answer", () => {
  const estimated = estimateTokenCounts(
    {
      messages: [{ role: "user", content: "What is the capital of France?" }],
      messageCompletion: { role: "assistant", content: "Paris" },
    },
    countTokens,
  );
  expect(estimated.inputTokenEstimate).toBeGreaterThanOrEqual(7);
  expect(estimated.inputTokenEstimate).toBeLessThan(12);
  expect(estimated.outputTokenEstimate).toBeLessThan(5);
});

test("a count of the caller is not estimated", () => {
  const generation = { prompt: "Hello", completion: "World", inputTokenCount: 1, outputTokenCount: 1 };
  expect(lacksTokenCounts(generation)).toBe(false);
  expect(estimateTokenCounts(generation, countTokens)).toEqual(generation);
});

test("content without text has no estimate", () => {
  expect(lacksTokenCounts({ provider: "openai" })).toBe(false);
  expect(estimateTokenCounts({ completion: "World" }, countTokens)).not.toHaveProperty("inputTokenEstimate");
});

test("text parts of a message count, other media do not", () => {
  const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(10_000)}` } };
  const other = { type: "image", source: { type: "base64", data: "A".repeat(10_000) } };
  const text = { type: "text", text: "Describe it" };
  const { inputTokenEstimate } = estimateTokenCounts(
    { messages: [{ role: "user", content: [text, image, other] }] },
    countTokens,
  );
  expect(inputTokenEstimate).toBeLessThan(10);
});

test("special tokens are text like any other", () => {
  expect(estimateTokenCounts({ prompt: "<|endoftext|>" }, countTokens).inputTokenEstimate).toBeGreaterThan(0);
});

test("a long text is estimated from a sample, in bounded time", () => {
  const sentence = "The quick brown fox jumps over the lazy dog. ";
  const exact = countTokens(sentence.repeat(100)) * 100;
  const { inputTokenEstimate = 0 } = estimateTokenCounts({ prompt: sentence.repeat(10_000) }, countTokens);
  expect(Math.abs(inputTokenEstimate / exact - 1)).toBeLessThan(0.05);
  // Counting a word of this length exactly would take minutes.
  expect(estimateTokenCounts({ prompt: "a".repeat(3_000_000) }, countTokens).inputTokenEstimate).toBeGreaterThan(1_000);
});
