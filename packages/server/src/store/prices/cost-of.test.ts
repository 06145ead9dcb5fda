import { expect, test } from "vitest";
import { costOf, type Rates, type TokenUsage } from "./cost-of.ts";

const rates: Rates = { priceId: "p", input: 1, output: 2, cachedInput: null, cacheWrite: null, reasoning: null };
const usage: TokenUsage = { input: 1_000_000, output: 1_000_000, cachedInput: 0, cacheWrite: 0, reasoning: 0 };

test("token kinds without a price cost as much as the kind that includes them", () => {
  const details = costOf({ ...usage, cachedInput: 250_000, reasoning: 500_000 }, rates);
  expect(details).toMatchObject({ total: 3, input: 1, cachedInput: 0.25, output: 2, reasoning: 1 });
});

test("cached tokens are limited to the number of input tokens", () => {
  const details = costOf({ ...usage, cachedInput: 3_000_000, cacheWrite: 5 }, { ...rates, cachedInput: 0.5 });
  expect(details).toMatchObject({ input: 0.5, cachedInput: 0.5, cacheWrite: 0 });
});

test("a price tier applies to all tokens once the input exceeds its start", () => {
  const tiered = { ...rates, input: { base: 1, tiers: [{ start: 200_000, price: 2 }] } };
  expect(costOf({ ...usage, input: 200_000, output: null }, tiered)?.total).toBeCloseTo(0.2, 12);
  expect(costOf({ ...usage, input: 200_001, output: null }, tiered)?.total).toBeCloseTo(0.400002, 12);
});

test("without tokens there is no cost", () => {
  expect(costOf({ ...usage, input: null, output: null }, rates)).toBeNull();
});
