import { expect, test } from "vitest";
import { wordEmbedding } from "./word-embedding.ts";

test("texts with common words are closer than texts without", () => {
  const boots = wordEmbedding("return worn boots");
  expect(similarity(boots, wordEmbedding("boots that were worn"))).toBeGreaterThan(0.5);
  expect(similarity(boots, wordEmbedding("repair of tents"))).toBeLessThan(0.1);
});

function similarity(a: number[], b: number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
